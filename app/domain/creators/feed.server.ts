import { queryPrepared } from '#app/platform/db.server.ts'
import { type BadgeFacts, badgesOf } from './badges.ts'
import { isOnline } from './creator.ts'

/** A creator as a feed shows them. Amounts are UGX minor units. */
export type FeedCreator = {
  id: string
  username: string
  displayName: string
  city: string | null
  cardMediaId: string | null
  /** Shown instead of the card's picture until the creator has one. */
  avatarMediaId: string | null
  online: boolean
  verified: boolean
  isNew: boolean
  isTop: boolean
  subscriptionPriceMinor: bigint
  chatRateMinor: bigint
  callRateMinor: bigint
  bookingRateMinor: bigint
  followed: boolean
}

export type FeedCursor = { rank: bigint; id: string }
export type FeedFilter = 'all' | 'online' | 'new' | 'following'
export type FeedPage = { creators: FeedCreator[]; next: FeedCursor | null }

export type FeedRow = Omit<FeedCreator, 'online' | 'verified' | 'isNew' | 'isTop'> &
  BadgeFacts & {
    isLive: boolean
    heartbeatAt: Date | null
    rank: bigint
    now: Date
  }

/** What a feed reads of a creator `c` with the profile `p`. */
export const FEED_COLUMNS = `c.profile_id as id, p.username, p.display_name as "displayName", p.city, c.card_media_id as "cardMediaId",
  p.avatar_media_id as "avatarMediaId", c.is_live as "isLive", c.heartbeat_at as "heartbeatAt",
  c.verification_status as "verificationStatus", c.reverify_by as "reverifyBy", c.first_visible_at as "firstVisibleAt", c.top_since as "topSince",
  c.subscription_price_minor as "subscriptionPriceMinor", c.chat_rate_minor as "chatRateMinor", c.call_rate_minor as "callRateMinor",
  c.booking_rate_minor as "bookingRateMinor", c.feed_rank as rank, (select app_now()) as now`

// The flag finds the rows through the feed's index; the facts behind it are tested as well, so that an outdated flag shows nobody.
export const FEED_VISIBLE = `c.listed and c.listed_until > (select app_now()) and c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked
  and p.username is not null and p.display_name is not null`

/** Neither the fan (a parameter) nor the creator `c` has blocked the other: who is blocked meets nobody by chance. */
export const notBlockedSql = (
  fan: string,
): string => `not exists (select from chat_threads t where t.fan_id = ${fan} and t.creator_id = c.profile_id
    and (t.blocked_by_fan_at is not null or t.blocked_by_creator_at is not null))`

export const FEED_FILTERS: Record<FeedFilter, string> = {
  all: '',
  online: `and c.is_live and c.heartbeat_at > (select app_now()) - interval '90 seconds'`,
  new: `and c.approved_at > (select app_now()) - interval '7 days'`,
  following: 'and f.fan_id is not null',
}

/**
 * Where a page begins to read: with a filter, at the few who pass it, since the feed's index would be read to its end for them. Who is new is
 * put in order from an index, before anybody's row is read.
 */
const SOURCES: Record<FeedFilter, string> = {
  all: 'creators c left join follows f on f.creator_id = c.profile_id and f.fan_id = $3',
  online: 'creators c left join follows f on f.creator_id = c.profile_id and f.fan_id = $3',
  new: `(select profile_id, feed_rank from creators where listed and approved_at > app_now() - interval '7 days'
    and (feed_rank, profile_id) < ($1, $2) order by feed_rank desc, profile_id desc offset 0) fresh
    join creators c on c.profile_id = fresh.profile_id left join follows f on f.creator_id = c.profile_id and f.fan_id = $3`,
  following: 'follows f join creators c on c.profile_id = f.creator_id and f.fan_id = $3',
}

/** Whose order a page keeps. */
const ORDERED: Record<FeedFilter, string> = { all: 'c', online: 'c', new: 'fresh', following: 'c' }

/**
 * The SQL of one page: $1 and $2 where the last one ended, $3 the viewer or null, $4 the highest price if it is `priced`; such a page of all
 * creators begins with the cheapest. The number of rows is part of the text: then the plan is made once and kept; with a parameter it would
 * be made anew for each page.
 */
export function feedPageSql(filter: FeedFilter, rows: number, priced = false): string {
  return `select ${FEED_COLUMNS}, f.fan_id is not null as followed
    from ${SOURCES[filter]} join profiles p on p.id = c.profile_id
    where ${FEED_VISIBLE} ${FEED_FILTERS[filter]} and (c.feed_rank, c.profile_id) < ($1, $2) and ${notBlockedSql('$3')} ${priced ? 'and c.subscription_price_minor <= $4' : ''}
    order by ${priced && filter === 'all' ? 'c.subscription_price_minor, ' : ''}${ORDERED[filter]}.feed_rank desc, ${ORDERED[filter]}.profile_id desc limit ${Math.trunc(rows)}`
}

const BEGINNING: FeedCursor = { rank: 9_223_372_036_854_775_807n, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * A page of visible creators in the feed's order. `after` is where the last page ended; `viewerId` adds whom that fan follows, and leaves
 * out where one has blocked the other. Reading a page in the middle costs the same as the first one.
 */
export async function feedPage(options: {
  limit: number
  after?: FeedCursor | null
  viewerId?: string | null
  filter?: FeedFilter
  /** Only creators whose 30 days cost at most so much. Such a page has no next one: ask for more rows. */
  maxPriceMinor?: bigint | null
}): Promise<FeedPage> {
  const filter = options.filter ?? 'all'
  const { rank, id } = options.after ?? BEGINNING
  const wanted = options.limit + 1
  const { maxPriceMinor = null } = options
  const priced = maxPriceMinor !== null
  const rows = await queryPrepared<FeedRow>(
    `feed-${filter}-${wanted}${priced ? '-priced' : ''}`,
    feedPageSql(filter, wanted, priced),
    [rank, id, options.viewerId ?? null, ...(priced ? [maxPriceMinor] : [])],
  )
  const shown = rows.slice(0, options.limit)
  const last = shown.at(-1)
  return {
    creators: shown.map(feedCreator),
    next: rows.length > options.limit && last ? { rank: last.rank, id: last.id } : null,
  }
}

const FOLLOWED = `select ${FEED_COLUMNS}, true as followed
  from follows f join creators c on c.profile_id = f.creator_id join profiles p on p.id = c.profile_id
  where f.fan_id = $1 and ${FEED_VISIBLE} order by f.created_at desc, c.profile_id limit $2`

/** The visible creators whom a fan follows, the newest follow first. */
export async function listFollowedCreators(fanId: string, limit: number): Promise<FeedCreator[]> {
  const rows = await queryPrepared<FeedRow>('followed-creators', FOLLOWED, [fanId, limit])
  return rows.map(feedCreator)
}

const HELD = `select ${FEED_COLUMNS}, exists (select from follows f where f.creator_id = c.profile_id and f.fan_id = $1) as followed, held.ends_at as "endsAt"
  from (select object_id, max(ends_at) as ends_at from entitlements
        where account_id = $1 and grants = 'creator' and ends_at > (select app_now()) group by object_id) held
  join creators c on c.profile_id = held.object_id join profiles p on p.id = c.profile_id
  where ${FEED_VISIBLE} order by held.ends_at desc, c.profile_id`

export type HeldCreator = FeedCreator & { endsAt: Date }

/** The visible creators whose days somebody has bought, each with the end of them, the longest first. */
export async function listHeldCreators(accountId: string): Promise<HeldCreator[]> {
  const rows = await queryPrepared<FeedRow & { endsAt: Date }>('held-creators', HELD, [accountId])
  return rows.map((row) => ({ ...feedCreator(row), endsAt: row.endsAt }))
}

export function feedCreator(row: FeedRow): FeedCreator {
  const {
    isLive,
    heartbeatAt,
    verificationStatus,
    reverifyBy,
    firstVisibleAt,
    topSince,
    rank: _,
    now,
    ...creator
  } = row
  const badges = badgesOf({ verificationStatus, reverifyBy, firstVisibleAt, topSince }, now)
  return {
    ...creator,
    online: isOnline({ isLive, heartbeatAt }, now),
    verified: badges.includes('verified'),
    isNew: badges.includes('new'),
    isTop: badges.includes('top'),
  }
}
