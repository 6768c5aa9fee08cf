import { sql } from 'kysely'
import type { Tag } from '#app/domain/creators/tags.ts'
import type { DocumentKind } from '#app/domain/documents/document.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { ApplicationState, PostFileKind } from '../application.ts'
import type { RedoStep, StepFacts } from '../steps.ts'

export type ApplicationRow = StepFacts & {
  id: string
  profileId: string
  /** A creator from before applications existed has the status of their page. */
  state: ApplicationState
  version: number
  tags: Tag[]
  firstPost: {
    kind: PostFileKind
    mediaId: string | null
    priceMinor: bigint | null
    /** Null where it was not asked yet. */
    shown: 'only_me' | 'with_others' | null
    /** The names of the others who are shown. */
    people: string[]
  } | null
  firstPostId: string | null
  subscriptionPriceMinor: bigint | null
  dailyGoalMinor: bigint | null
  payToUnlock: boolean | null
  /** As on the identity document; null where it was not asked. */
  legalName: string | null
  submittedAt: Date | null
  touredAt: Date | null
}

type Row = Omit<ApplicationRow, 'redo' | 'firstPost'> & {
  postKind: PostFileKind | null
  postMediaId: string | null
  postPriceMinor: bigint | null
  postShown: 'only_me' | 'with_others' | null
  postPeople: string[] | null
  failedSteps: RedoStep[] | null
}

/** Requested again each year, where no reviewer named anything. */
const YEARLY: readonly DocumentKind[] = ['selfie', 'identity_document', 'proof_of_address']

/** A person's application, with what has to be corrected; null before they began. */
export async function readApplication(connection: Db | Tx, profileId: string): Promise<ApplicationRow | null> {
  const { rows } = await sql<Row>`
    select coalesce(a.id, p.id) as id, p.id as "profileId", coalesce(a.state, c.verification_status) as state, coalesce(a.steps_done, '{}') as done,
      coalesce(a.version, 0) as version, coalesce(a.tags, '{}') as tags, a.first_post_kind as "postKind", a.first_post_media_id as "postMediaId",
      a.first_post_price_minor as "postPriceMinor", a.first_post_shown as "postShown", a.first_post_people as "postPeople", a.first_post_id as "firstPostId", a.subscription_price_minor as "subscriptionPriceMinor",
      a.daily_goal_minor as "dailyGoalMinor", a.pay_to_unlock as "payToUnlock", a.submitted_at as "submittedAt", a.legal_name as "legalName",
      case when a.id is null then app_now() else a.toured_at end as "touredAt",
      (select d.failed_steps from application_decisions d
        where d.application_id = a.id and d.submitted_at = a.submitted_at and d.decision = 'changes_requested') as "failedSteps"
    from profiles p
    left join creator_applications a on a.profile_id = p.id
    left join creators c on c.profile_id = p.id and c.verification_status <> 'draft'
    where p.id = ${profileId} and (a.id is not null or c.profile_id is not null)`.execute(connection)
  if (!rows[0]) return null
  const { postKind, postMediaId, postPriceMinor, postShown, postPeople, failedSteps, ...application } = rows[0]
  return {
    ...application,
    redo: application.state === 'changes_requested' ? (failedSteps ?? YEARLY) : [],
    firstPost: postKind && {
      kind: postKind,
      mediaId: postMediaId,
      priceMinor: postPriceMinor,
      shown: postShown,
      people: postPeople ?? [],
    },
  }
}

/** The same, created where it is missing and locked until the transaction ends. An existing creator gets no new one. */
export async function lockApplication(tx: Tx, profileId: string): Promise<ApplicationRow> {
  await sql`
    insert into creator_applications (id, profile_id) select ${newId()}, ${profileId}
    where not exists (select from creators c where c.profile_id = ${profileId} and c.verification_status <> 'draft')
    on conflict (profile_id) do nothing`.execute(tx)
  await sql`select id from creator_applications where profile_id = ${profileId} for update`.execute(tx)
  return (await readApplication(tx, profileId))!
}
