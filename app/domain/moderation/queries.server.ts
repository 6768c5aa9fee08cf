import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { previewSql } from '#app/domain/media/preview.server.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { containing, keyset, type Listing } from '#app/platform/keyset.server.ts'
import type { ApplicationState, DecisionKind, ReviewedStep } from './application.ts'
import { unopenedOfApplication } from './internal/unopened.server.ts'
import type { ReviewedItem } from './unopened.ts'

export const APPLICATION_FILTERS = ['all', 'active', 'pending', 'suspended'] as const
export type ApplicationFilter = (typeof APPLICATION_FILTERS)[number]

export type ListedApplication = {
  creatorId: string
  displayName: string
  username: string | null
  city: string | null
  avatarMediaId: string | null
  verification: 'draft' | 'in_review' | 'approved' | 'rejected'
  application: ApplicationState | null
  accountStatus: 'active' | 'suspended' | 'closed'
  isBlocked: boolean
  visible: boolean
  submittedAt: Date | null
  claimedBy: { id: string; name: string } | null
}

// Only the creator sees a draft.
const SENT = sql`(a.state is null or a.state <> 'draft')`
const CHOSEN = {
  all: sql`true`,
  active: sql`c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked`,
  pending: sql`a.state = 'in_review'`,
  suspended: sql`(p.account_status = 'suspended' or p.is_blocked)`,
} as const

const PEACHES = sql`
  creators c join profiles p on p.id = c.profile_id
  left join creator_applications a on a.profile_id = c.profile_id
  where c.verification_status <> 'draft' and p.account_status <> 'closed' and ${SENT}`

// What is shown of a creator who has not chosen a name.
const NAME = sql`coalesce(p.display_name, p.username, 'Without a name')`
const VISIBLE = sql`exists (select from visible_creators v where v.profile_id = p.id)`

/**
 * A page of the creators for their reviewers: those in review first, by the time they wait, and the longest first unless only they are
 * listed; then the others by rank. `find` is a part of a name or username.
 */
export async function listApplications(listing: Listing<ApplicationFilter>): Promise<ListedApplication[]> {
  const { filter, find, oldestFirst } = listing
  const page = keyset(listing, {
    from: sql`creators c left join creator_applications a on a.profile_id = c.profile_id`,
    id: sql`c.profile_id`,
    keys: [
      [sql`coalesce(a.state = 'in_review', false)`, 'desc'],
      [
        sql`case when a.state = 'in_review' then a.submitted_at else 'epoch' end`,
        oldestFirst || filter !== 'pending' ? 'asc' : 'desc',
      ],
      sql`c.feed_rank`,
      [sql`c.profile_id`, 'asc'],
    ],
  })
  const { rows } = await sql<ListedApplication>`
    select p.id as "creatorId", ${NAME} as "displayName", p.username, p.city, p.avatar_media_id as "avatarMediaId",
      c.verification_status as verification, a.state as application, p.account_status as "accountStatus", p.is_blocked as "isBlocked",
      ${VISIBLE} as visible, a.submitted_at as "submittedAt",
      (select jsonb_build_object('id', r.id, 'name', coalesce(r.display_name, r.email)) from profiles r where r.id = k.reviewer_id) as "claimedBy"
    from (select c.profile_id from ${PEACHES} and ${CHOSEN[filter]}
        and (${find} = '' or p.display_name ilike ${containing(find)} or p.username ilike ${containing(find)})) chosen
      join creators c on c.profile_id = chosen.profile_id join profiles p on p.id = c.profile_id
      left join creator_applications a on a.profile_id = c.profile_id
      left join application_claims k on k.application_id = a.id and k.claimed_until > app_now() and a.state = 'in_review'
    where ${page}`.execute(db)
  return rows
}

export async function countApplications(): Promise<Record<ApplicationFilter, number>> {
  const { rows } = await sql<Record<ApplicationFilter, number>>`
    select count(*)::int as "all", (count(*) filter (where ${CHOSEN.active}))::int as active,
      (count(*) filter (where ${CHOSEN.pending}))::int as pending, (count(*) filter (where ${CHOSEN.suspended}))::int as suspended
    from ${PEACHES}`.execute(db)
  return rows[0]!
}

export type DecidedApplication = {
  applicationId: string
  creatorId: string
  displayName: string
  avatarMediaId: string | null
  decision: DecisionKind
  by: string
  at: Date
  message: string
}

/** What was decided since a moment, the newest first. */
export async function listDecisionsSince(since: Date, max: number): Promise<DecidedApplication[]> {
  const { rows } = await sql<DecidedApplication>`
    select d.application_id as "applicationId", a.profile_id as "creatorId", ${NAME} as "displayName", p.avatar_media_id as "avatarMediaId",
      d.decision, coalesce(r.display_name, r.email) as by, d.decided_at as at, d.message
    from application_decisions d join creator_applications a on a.id = d.application_id join profiles p on p.id = a.profile_id
      join profiles r on r.id = d.decided_by
    where d.decided_at >= ${since} order by d.decided_at desc, d.id desc limit ${max}`.execute(db)
  return rows
}

export type WaitingPost = {
  id: string
  kind: string
  caption: string
  priceMinor: bigint | null
  audience: string
  /** `preview` is the blurred picture, ready to be inlined in a page. */
  media: { id: string; kind: 'photo' | 'voice' | 'video'; preview: string | null; state: string }[]
  /** Until when this viewer's own view is open. */
  viewEndsAt: Date | null
}

export type ApplicationDetail = {
  id: string
  displayName: string
  username: string | null
  city: string | null
  bio: string
  birthday: string | null
  avatarMediaId: string | null
  emailProven: boolean
  hasNumber: boolean
  tags: string[]
  subscriptionPriceMinor: bigint
  dailyGoalMinor: bigint
  payToUnlock: boolean
  verification: ListedApplication['verification']
  accountStatus: ListedApplication['accountStatus']
  isBlocked: boolean
  isStaff: boolean
  suspendedFor: string | null
  visible: boolean
  paidUntil: Date | null
  weeksWaiting: number
  reverifyBy: Date | null
  application: {
    id: string
    state: ApplicationState
    submittedAt: Date | null
    legalName: string | null
    /** The date on the proof of address, as the creator has typed it: an ISO date. */
    addressDated: string | null
  } | null
  history: { decision: DecisionKind; failedSteps: ReviewedStep[]; message: string; by: string; at: Date }[]
  posts: WaitingPost[]
  /** What this viewer has not opened since its last change, of what an approval decides about. */
  unopened: ReviewedItem[]
}

/**
 * One creator as a reviewer sees them: no e-mail, no number, no money except the prices that fans see. Null where there is no such
 * creator.
 */
export async function findApplicationForReview(viewer: Actor, creatorId: string): Promise<ApplicationDetail | null> {
  if (!isId(creatorId) || !viewer) return null
  const { rows } = await sql<DetailRow>`
    select p.id, ${NAME} as "displayName", p.username, p.city, p.bio, p.birthday::text as birthday, p.avatar_media_id as "avatarMediaId",
      p.email_proven_at is not null as "emailProven", p.whatsapp_number is not null as "hasNumber", c.tags,
      c.subscription_price_minor as "subscriptionPriceMinor", c.daily_goal_minor as "dailyGoalMinor", c.pay_to_unlock as "payToUnlock",
      c.verification_status as verification, p.account_status as "accountStatus", p.is_blocked as "isBlocked",
      (p.user_type in ('admin', 'owner') or exists (select from staff_members s where s.profile_id = p.id and s.ended_at is null)) as "isStaff",
      (select s.reason from suspensions s where s.profile_id = p.id and s.lifted_at is null order by s.imposed_at desc limit 1) as "suspendedFor",
      ${VISIBLE} as visible,
      (select max(l.ends_at) from creator_listings l where l.creator_id = p.id and l.revoked_at is null) as "paidUntil",
      (select count(*)::int from creator_fee_weeks w where w.creator_id = p.id and w.starts_at is null and w.refunded_at is null) as "weeksWaiting",
      c.reverify_by as "reverifyBy", a.id as "applicationId", a.state, a.submitted_at as "submittedAt", a.legal_name as "legalName",
      a.address_proof_dated::text as "addressDated"
    from creators c join profiles p on p.id = c.profile_id left join creator_applications a on a.profile_id = p.id
    where p.id = ${creatorId} and c.verification_status <> 'draft' and p.account_status <> 'closed' and ${SENT}`.execute(
    db,
  )
  if (!rows[0]) return null
  const { applicationId, state, submittedAt, legalName, addressDated, ...facts } = rows[0]
  const [history, posts, unopened] = await Promise.all([
    applicationId ? listHistory(applicationId) : [],
    listWaitingPosts(creatorId, viewer.id),
    applicationId ? unopenedOfApplication(viewer.id, { applicationId, creatorId }) : [],
  ])
  const application = applicationId && state ? { id: applicationId, state, submittedAt, legalName, addressDated } : null
  return { ...facts, application, history, posts, unopened }
}

type DetailRow = Omit<ApplicationDetail, 'application' | 'history' | 'posts' | 'unopened'> & {
  applicationId: string | null
  state: ApplicationState | null
  submittedAt: Date | null
  legalName: string | null
  addressDated: string | null
}

async function listHistory(applicationId: string): Promise<ApplicationDetail['history']> {
  const { rows } = await sql<ApplicationDetail['history'][number]>`
    select d.decision, d.failed_steps as "failedSteps", d.message, coalesce(r.display_name, r.email) as by, d.decided_at as at
    from application_decisions d join profiles r on r.id = d.decided_by
    where d.application_id = ${applicationId} order by d.decided_at desc`.execute(db)
  return rows
}

async function listWaitingPosts(creatorId: string, viewerId: string): Promise<WaitingPost[]> {
  const { rows } = await sql<WaitingPost>`
    select o.id, o.kind, o.caption, o.price_minor as "priceMinor", o.audience,
      (select max(l.ends_at) from post_views l where l.post_id = o.id and l.staff_id = ${viewerId} and l.ends_at > app_now()) as "viewEndsAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'state', m.state, 'preview', ${sql.raw(previewSql('m'))}) order by pm.position)
        from post_media pm join media m on m.id = pm.media_id where pm.post_id = o.id), '[]') as media
    from posts o where o.creator_id = ${creatorId} and o.state = 'in_review' order by o.created_at, o.id limit 200`.execute(
    db,
  )
  return rows
}
