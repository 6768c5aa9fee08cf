import { earnedTodaySql } from '#app/domain/earnings/queries.server.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { type Badge, type BadgeFacts, badgesOf } from './badges.ts'
import { dashedName, isOnline } from './creator.ts'
import type { ChatChoices } from './set-chat-choices.server.ts'
import type { Prices } from './set-prices.server.ts'
import { isVisible } from './visibility.ts'

/** A creator's page, public and without regard to the viewer's rights. Amounts are UGX minor units. */
export type CreatorProfile = {
  id: string
  username: string
  displayName: string
  city: string | null
  bio: string
  avatarMediaId: string | null
  coverMediaId: string | null
  shareMediaId: string | null
  visible: boolean
  /** A person has approved them, and the approval holds. */
  approved: boolean
  /** Our team looks at their application or at their yearly verification, and nothing else keeps their page hidden. */
  inReview: boolean
  /** A fee has been paid, or time granted, at least once. */
  wasListed: boolean
  online: boolean
  badges: Badge[]
  followers: number
  /** Followers with a running pass, and holders of a subscription to this creator; whose time is over is gone within seconds. */
  subscribers: number
  subscriptionPriceMinor: bigint
  dailyGoalMinor: bigint
  earnedTodayMinor: bigint
}

type Row = Omit<CreatorProfile, 'visible' | 'approved' | 'inReview' | 'online' | 'badges'> &
  BadgeFacts & {
    accountStatus: 'active' | 'suspended' | 'closed'
    isBlocked: boolean
    isLive: boolean
    heartbeatAt: Date | null
    paidUntil: Date | null
    now: Date
  }

const profileSql = (more = '') => `
  select p.id, p.username, coalesce(p.display_name, p.username) as "displayName", p.city, p.bio, p.avatar_media_id as "avatarMediaId",
    p.account_status as "accountStatus", p.is_blocked as "isBlocked", c.verification_status as "verificationStatus",
    c.reverify_by as "reverifyBy", c.first_visible_at as "firstVisibleAt", c.top_since as "topSince", c.cover_media_id as "coverMediaId", c.share_media_id as "shareMediaId", c.is_live as "isLive",
    c.heartbeat_at as "heartbeatAt", c.follower_count as followers, c.subscription_price_minor as "subscriptionPriceMinor",
    c.daily_goal_minor as "dailyGoalMinor", (select app_now()) as now,
    (select max(l.ends_at) from creator_listings l
      where l.creator_id = p.id and l.revoked_at is null and l.starts_at <= (select app_now()) and l.ends_at > (select app_now())) as "paidUntil",
    exists (select from creator_listings l where l.creator_id = p.id) as "wasListed",
    c.subscriber_count as subscribers, greatest(0, today.net - today.reversed)::bigint as "earnedTodayMinor"${more}
  from profiles p join creators c on c.profile_id = p.id cross join lateral ${earnedTodaySql('c.profile_id')} today
  where p.username is not null and `
const PROFILE = profileSql()

/**
 * What else a page needs of a creator `p` for the viewer in `$2`, read in the same statement: columns made by the modules that own the rows, and
 * how a row is read.
 */
export type BesideCreator<More> = { name: string; columns: string; read: (row: never) => More }

/** A creator by username, visible or not: the route decides what to show of it. */
export async function findCreatorByUsername(username: string): Promise<CreatorProfile | null> {
  if (!isStorable(username)) return null
  const [row] = await queryPrepared<Row>('creator-by-username', `${PROFILE} p.username = $1`, [username])
  return profileOf(row)
}

export async function findCreatorById(creatorId: string): Promise<CreatorProfile | null> {
  if (!isId(creatorId)) return null
  const [row] = await queryPrepared<Row>('creator-by-id', `${PROFILE} p.id = $1`, [creatorId])
  return profileOf(row)
}

const texts = new Map<string, string>()

/** The same with what a page needs besides, for one viewer. */
export async function findCreatorWith<More>(
  creatorId: string,
  viewerId: string,
  { name, columns, read }: BesideCreator<More>,
): Promise<{ creator: CreatorProfile; beside: More } | null> {
  if (!isId(creatorId)) return null
  let text = texts.get(name)
  if (text === undefined) texts.set(name, (text = `${profileSql(`, ${columns}`)} p.id = $1`))
  const [row] = await queryPrepared<Row>(`creator-with-${name}`, text, [creatorId, viewerId])
  return row ? { creator: profileOf(row)!, beside: read(row as never) } : null
}

/** A creator by id or by username, as an address may name either. */
export function findCreator(idOrUsername: string): Promise<CreatorProfile | null> {
  const name = idOrUsername.toLowerCase()
  return isId(name) ? findCreatorById(name) : findCreatorByUsername(name)
}

/**
 * The present username for a name that is not a current username: one that its creator has given up, or a display name with dashes that
 * exactly one visible creator has. Null where no creator or more than one matches.
 */
export async function findUsernameBehind(name: string): Promise<string | null> {
  if (!isStorable(name)) return null
  const [moved] = await queryPrepared<{ username: string | null }>(
    'creator-by-former-username',
    `select p.username from former_usernames f join profiles p on p.id = f.profile_id join creators c on c.profile_id = p.id where f.username = $1`,
    [name],
  )
  if (moved) return moved.username
  const bearers = await queryPrepared<{ username: string | null }>(
    'creators-by-dashed-name',
    `select p.username from profiles p join visible_creators v on v.profile_id = p.id
     where p.user_type = 'creator' and lower(regexp_replace(btrim(p.display_name), '\\s+', '-', 'g')) = $1 limit 2`,
    [dashedName(name)],
  )
  return bearers.length === 1 ? bearers[0]!.username : null
}

/** A URL may contain anything; no name contains a null byte, and the database refuses one. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000')
}

/** How a creator's day goes: what was earned, the goal, and how many are there. Amounts are UGX minor units. */
export type CreatorDay = {
  grossMinor: bigint
  feeMinor: bigint
  netMinor: bigint
  /** What was refunded or charged back today, of any day's sales. */
  reversedMinor: bigint
  goalMinor: bigint
  followers: number
  subscribers: number
  badges: Badge[]
}

/** Null for somebody who is no creator. */
export async function findCreatorDay(creatorId: string): Promise<CreatorDay | null> {
  const [row] = await queryPrepared<Omit<CreatorDay, 'badges'> & BadgeFacts & { now: Date }>(
    'creator-day',
    `select today.gross as "grossMinor", today.fee as "feeMinor", today.net as "netMinor", today.reversed as "reversedMinor",
       c.daily_goal_minor as "goalMinor", c.follower_count as followers, c.subscriber_count as subscribers, (select app_now()) as now,
       c.verification_status as "verificationStatus", c.reverify_by as "reverifyBy", c.first_visible_at as "firstVisibleAt", c.top_since as "topSince"
     from creators c cross join lateral ${earnedTodaySql('c.profile_id')} today where c.profile_id = $1`,
    [creatorId],
  )
  if (!row) return null
  const { now, verificationStatus, reverifyBy, firstVisibleAt, topSince, ...day } = row
  return { ...day, badges: badgesOf({ verificationStatus, reverifyBy, firstVisibleAt, topSince }, now) }
}

/** How many creators are visible, counted up to `max`, the most that a feed shows. */
export async function countVisibleUpTo(max: number): Promise<number> {
  const [row] = await queryPrepared<{ count: number }>(
    'visible-up-to',
    `select count(*)::int as count from (
       select 1 from creators c join profiles p on p.id = c.profile_id
       where c.listed and c.listed_until > (select app_now()) and c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
       limit $1) found`,
    [max],
  )
  return row!.count
}

function profileOf(row: Row | undefined): CreatorProfile | null {
  if (!row) return null
  const { accountStatus, isBlocked, paidUntil, isLive, heartbeatAt, now, ...rest } = row
  const { verificationStatus, reverifyBy, firstVisibleAt, topSince, ...profile } = rest
  return {
    ...profile,
    visible: isVisible({ verificationStatus, accountStatus, isBlocked, paidUntil }, now),
    approved: verificationStatus === 'approved',
    inReview: verificationStatus === 'in_review' && accountStatus === 'active' && !isBlocked,
    online: isOnline({ isLive, heartbeatAt }, now),
    badges: badgesOf({ verificationStatus, reverifyBy, firstVisibleAt, topSince }, now),
  }
}

/** What a creator chose for their chat; null for somebody who is no creator. */
export async function findChatChoices(creatorId: string): Promise<ChatChoices | null> {
  const [row] = await queryPrepared<ChatChoices>(
    'chat-choices',
    'select chat_rate_minor as "rateMinor", shows_last_online as "showsLastOnline" from creators where profile_id = $1',
    [creatorId],
  )
  return row ?? null
}

export async function findPrices(creatorId: string): Promise<Prices | null> {
  const [row] = await queryPrepared<Prices>(
    'creator-prices',
    `select subscription_price_minor as "subscriptionMinor", daily_goal_minor as "goalMinor", pay_to_unlock as "payToUnlock"
     from creators where profile_id = $1`,
    [creatorId],
  )
  return row ?? null
}

/** What a creator's page and card show beside the profile. */
export async function findPageAppearance(
  creatorId: string,
): Promise<{ coverMediaId: string | null; cardMediaId: string | null; tags: string[] } | null> {
  const [row] = await queryPrepared<{ coverMediaId: string | null; cardMediaId: string | null; tags: string[] }>(
    'creator-page-appearance',
    `select cover_media_id as "coverMediaId", card_media_id as "cardMediaId", tags from creators where profile_id = $1`,
    [creatorId],
  )
  return row ?? null
}

/** Which of these creators are visible now. */
export async function listVisible(ids: readonly string[]): Promise<string[]> {
  const rows = await queryPrepared<{ id: string }>(
    'list-visible-creators',
    'select profile_id as id from visible_creators where profile_id = any ($1::uuid[])',
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** The name on a creator's identity document, as a reviewer confirmed it; null where it was never asked. */
export async function findLegalName(creatorId: string): Promise<string | null> {
  const [row] = await queryPrepared<{ name: string | null }>(
    'legal-name',
    'select legal_name as name from creators where profile_id = $1',
    [creatorId],
  )
  return row?.name ?? null
}
