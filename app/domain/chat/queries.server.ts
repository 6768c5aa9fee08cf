import { rightsSql } from '#app/domain/entitlements/queries.server.ts'
import { isOnline } from '#app/domain/creators/creator.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { PRESENCE_SECONDS } from '#app/domain/settings/constants.ts'
import { settingIn, settingSql } from '#app/domain/settings/settings.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { queryPrepared } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { lastLine } from './message.ts'
import type { SavedReply } from './saved-reply.ts'
import { type Side, sideOf, type ThreadFacts } from './policy.ts'

/** The other side of a thread, as the reader sees it. */
export type Other = {
  id: string
  name: string
  username: string | null
  avatarMediaId: string | null
  online: boolean
  /** Up to when they count as online if nothing more is heard of them. */
  onlineUntil: Date | null
  /** Where they chose to show it. */
  lastOnline: Date | null
}

/** What a message with media contains, in its order. */
export type MediaKind = 'photo' | 'video' | 'voice'

export type ThreadRow = {
  id: string
  side: Side
  other: Other
  /** Null in a thread without a message. */
  last: { body: string; own: boolean; state: 'sent' | 'delivered' | 'read'; media: MediaKind[] } | null
  at: Date
  unread: number
  blocked: boolean
  /** The fan can't write any more: the pass has ended. */
  ended: boolean
  waitsSince: Date | null
}

type PersonFacts = { id: string; name: string; username: string | null; avatarMediaId: string | null }
type StoredRow = {
  id: string
  creatorId: string
  fanId: string
  lastSeq: bigint
  at: Date
  fanReadSeq: bigint
  creatorReadSeq: bigint
  fanDeliveredSeq: bigint
  creatorDeliveredSeq: bigint
  waitsSince: Date | null
  blockedByFan: boolean
  blockedByCreator: boolean
  entitled: boolean
  creatorVisible: boolean
  isLive: boolean
  heartbeatAt: Date | null
  showsLastOnline: boolean
  fan: PersonFacts
  creator: PersonFacts
}

const person = (alias: string, fallback: string) =>
  `jsonb_build_object('id', ${alias}.id, 'name', coalesce(${alias}.display_name, ${alias}.username, '${fallback}'),
    'username', ${alias}.username, 'avatarMediaId', ${alias}.avatar_media_id)`

const { access } = rightsSql({ account: 't.fan_id', creator: 't.creator_id', post: 'null' })

const COLUMNS = `t.id, t.creator_id as "creatorId", t.fan_id as "fanId", t.last_seq as "lastSeq", t.last_at as at,
  t.fan_read_seq as "fanReadSeq", t.creator_read_seq as "creatorReadSeq",
  t.fan_delivered_seq as "fanDeliveredSeq", t.creator_delivered_seq as "creatorDeliveredSeq", t.waits_since as "waitsSince",
  t.blocked_by_fan_at is not null as "blockedByFan", t.blocked_by_creator_at is not null as "blockedByCreator",
  ${access} as entitled, exists (select from visible_creators v where v.profile_id = t.creator_id) as "creatorVisible",
  c.is_live as "isLive", c.heartbeat_at as "heartbeatAt", c.shows_last_online as "showsLastOnline", ${person('f', 'A fan')} as fan, ${person('p', 'A creator')} as creator`
const FROM = `from chat_threads t join creators c on c.profile_id = t.creator_id
  join profiles f on f.id = t.fan_id join profiles p on p.id = t.creator_id`

export const THREAD_FILTERS = ['all', 'unread', 'waiting'] as const
export type ThreadFilter = (typeof THREAD_FILTERS)[number]

/** The threads `t` in which a paid message waits for a creator who can answer it. */
export const WAITING_SQL = `t.waits_since is not null and t.blocked_by_fan_at is null and t.blocked_by_creator_at is null
  and exists (select from profiles w where w.id = t.fan_id and w.account_status = 'active' and not w.is_blocked)`

/** Which threads a choice shows to somebody as their fan, and as their creator. */
const FILTERS: Readonly<Record<ThreadFilter, { fan: string; creator: string }>> = {
  all: { fan: 'true', creator: 'true' },
  unread: { fan: 't.fan_read_seq < t.last_seq', creator: 't.creator_read_seq < t.last_seq' },
  waiting: { fan: 'false', creator: WAITING_SQL },
}

const NEWEST_FIRST = {
  by: 't.last_at desc, t.id desc',
  after: '(t.last_at, t.id) < (select b.last_at, b.id from chat_threads b where b.id = $2)',
}
// A thread that has been answered since has no place in this order: the list then starts anew.
const SOONEST_FIRST = {
  by: 't.waits_since, t.id',
  after: `(t.waits_since, t.id) > (select coalesce(b.waits_since, '-infinity'), b.id from chat_threads b where b.id = $2)`,
}
const orderOf = (filter: ThreadFilter) => (filter === 'waiting' ? SOONEST_FIRST : NEWEST_FIRST)

/** The first threads of one side in the order of a choice, found by the index of that side. */
const firstOf = (side: 'fan' | 'creator', filter: ThreadFilter) => `(
  select t.id from chat_threads t where t.${side}_id = $1 and t.last_seq > 0 and ${FILTERS[filter][side]}
    and ($2::uuid is null or ${orderOf(filter).after})
  order by ${orderOf(filter).by} limit $3)`

/**
 * The threads of one person on either side, the last written first, from the one with the id `before` on. Those to answer: the one that has to
 * be answered soonest first.
 */
export async function listThreads(
  personId: string,
  { filter, before, limit }: { filter: ThreadFilter; before: string | null; limit: number },
): Promise<ThreadRow[]> {
  const rows = await queryPrepared<
    StoredRow & { lastBody: string | null; lastSender: string | null; lastMedia: MediaKind[] }
  >(
    `chat-threads-${filter}`,
    `select ${COLUMNS}, m.body as "lastBody", m.sender_id as "lastSender", array (
       select f.kind from chat_media_messages x join chat_message_media c on c.message_id = x.message_id join media f on f.id = c.media_id
       where x.message_id = m.id and x.removed_at is null order by c.position) as "lastMedia" ${FROM}
     left join chat_messages m on m.thread_id = t.id and m.seq = t.last_seq
     where t.id in (${firstOf('fan', filter)} union all ${firstOf('creator', filter)})
     order by ${orderOf(filter).by} limit $3`,
    [personId, before, limit],
  )
  return rows.map((row) => {
    const side = row.fanId === personId ? 'fan' : 'creator'
    const { otherReadSeq: read, otherDeliveredSeq: delivered } = otherSeqsOf(row, side)
    const own = row.lastSender === personId
    return {
      ...commonOf(row, side),
      id: row.id,
      last:
        row.lastBody === null
          ? null
          : {
              body: lastLine(row.lastBody),
              own,
              state: read >= row.lastSeq ? 'read' : delivered >= row.lastSeq ? 'delivered' : 'sent',
              media: row.lastMedia,
            },
    }
  })
}

function commonOf(row: Omit<StoredRow, 'id'>, side: Side): Omit<ThreadRow, 'last' | 'id'> {
  const ownRead = side === 'fan' ? row.fanReadSeq : row.creatorReadSeq
  return {
    side,
    other:
      side === 'fan'
        ? { ...row.creator, ...presenceOf(row) }
        : { ...row.fan, online: false, onlineUntil: null, lastOnline: null },
    at: row.at,
    unread: Number(row.lastSeq - ownRead),
    blocked: row.blockedByFan || row.blockedByCreator,
    ended: !row.entitled,
    waitsSince: row.waitsSince,
  }
}

/** Which of these threads somebody is a side of. */
export async function listOwnThreads(person: { id: string }, threadIds: readonly string[]): Promise<string[]> {
  const rows = await queryPrepared<{ id: string; creatorId: string; fanId: string }>(
    'list-own-threads',
    'select id, creator_id as "creatorId", fan_id as "fanId" from chat_threads where id = any ($1::uuid[])',
    [threadIds],
  )
  return rows.filter(({ creatorId, fanId }) => person.id === creatorId || person.id === fanId).map(({ id }) => id)
}

function presenceOf({ isLive, heartbeatAt, showsLastOnline }: Omit<StoredRow, 'id'>) {
  const online = isOnline({ isLive, heartbeatAt }, now())
  return {
    online,
    onlineUntil: online ? addMinutes(heartbeatAt!, PRESENCE_SECONDS / 60) : null,
    lastOnline: showsLastOnline ? heartbeatAt : null,
  }
}

const MOST_COUNTED = 100

const unreadOf = (side: 'fan' | 'creator', person: string) =>
  `(select 1 from chat_threads t where t.${side}_id = ${person} and t.${side}_read_seq < t.last_seq limit ${MOST_COUNTED})`
const unreadThreadsSql = (person: string) =>
  `select count(*)::int as count from (${unreadOf('fan', person)} union all ${unreadOf('creator', person)}) unread`
const UNREAD_THREADS = unreadThreadsSql('$1')

/** The same number of the account of a session `s`, as a column of the statement that finds it. */
export const UNREAD_THREADS_OF_SESSION = `(${unreadThreadsSql('s.profile_id')})`

/** How many threads of one person have something unread, counted up to a hundred on each side. */
export async function countUnreadThreads(personId: string): Promise<number> {
  const [row] = await queryPrepared<{ count: number }>('count-unread-threads', UNREAD_THREADS, [personId])
  return row!.count
}

export type ThreadView = Omit<ThreadRow, 'last' | 'id'> & {
  /** Null where a fan has not written to this creator yet. */
  id: string | null
  lastSeq: bigint
  /** Up to here the other side has read, and a browser of theirs has received. */
  otherReadSeq: bigint
  otherDeliveredSeq: bigint
  muted: boolean
  /** The reader has blocked the other side. */
  blockedByReader: boolean
  agreedRateMinor: bigint | null
  rateMinor: bigint
  /** What a fan typed when the wallet was too small. */
  draft: string
  facts: ThreadFacts
}

type ViewRow = Omit<StoredRow, 'id'> & {
  id: string | null
  rateMinor: bigint
  agreedRateMinor: bigint | null
  draft: string | null
  fanMuted: boolean
  creatorMuted: boolean
  fanActive: boolean
  wallet: unknown
}

const VIEW = `${settingSql('wallet')} as wallet, c.chat_rate_minor as "rateMinor", f.account_status = 'active' and not f.is_blocked as "fanActive"`

const EXISTING = `select ${COLUMNS}, ${VIEW}, t.agreed_rate_minor as "agreedRateMinor", (select d.body from chat_drafts d where d.thread_id = t.id and d.fan_id = $1) as draft, t.fan_muted as "fanMuted",
    t.creator_muted as "creatorMuted" ${FROM}
  where (t.id = $2 and (t.fan_id = $1 or t.creator_id = $1)) or (t.creator_id = $2 and t.fan_id = $1)`

// A fan's thread with a creator to whom they have not written: as it will be.
const NEW = `select null as id, c.profile_id as "creatorId", f.id as "fanId", 0::bigint as "lastSeq", app_now() as at, 0::bigint as "fanReadSeq",
    0::bigint as "creatorReadSeq", 0::bigint as "fanDeliveredSeq", 0::bigint as "creatorDeliveredSeq", null::timestamptz as "waitsSince", false as "blockedByFan", false as "blockedByCreator",
    ${rightsSql({ account: 'f.id', creator: 'c.profile_id', post: 'null' }).access} as entitled,
    exists (select from visible_creators v where v.profile_id = c.profile_id) as "creatorVisible", c.is_live as "isLive",
    c.heartbeat_at as "heartbeatAt", c.shows_last_online as "showsLastOnline", ${person('f', 'A fan')} as fan, ${person('p', 'A creator')} as creator, ${VIEW},
    null::bigint as "agreedRateMinor", '' as draft, false as "fanMuted", false as "creatorMuted"
  from creators c join profiles p on p.id = c.profile_id join profiles f on f.id = $1
  where c.profile_id = $2 and c.profile_id <> $1`

/**
 * A thread for one of its two sides, by its own id, or for a fan by the creator's, also before the first message. Null for everybody else.
 */
export async function findThread(actor: Actor, id: string): Promise<ThreadView | null> {
  if (!actor || !isId(id)) return null
  const [known] = await queryPrepared<ViewRow>('find-chat-thread', EXISTING, [actor.id, id])
  const row = known ?? (await queryPrepared<ViewRow>('find-new-chat-thread', NEW, [actor.id, id]))[0]
  const side = row ? sideOf(actor, row) : null
  if (!row || !side) return null
  const { creatorId, fanId, entitled, creatorVisible, fanActive, blockedByFan, blockedByCreator } = row
  return {
    ...commonOf(row, side),
    id: row.id,
    lastSeq: row.lastSeq,
    ...otherSeqsOf(row, side),
    muted: side === 'fan' ? row.fanMuted : row.creatorMuted,
    blockedByReader: side === 'fan' ? blockedByFan : blockedByCreator,
    agreedRateMinor: row.agreedRateMinor,
    rateMinor: row.rateMinor,
    draft: row.draft ?? '',
    facts: {
      creatorId,
      fanId,
      entitled,
      creatorVisible,
      fanActive,
      blockedByFan,
      blockedByCreator,
      walletOn: settingIn('wallet', row.wallet),
      at: now(),
    },
  }
}

/** What is read was received too. */
function otherSeqsOf(row: Omit<StoredRow, 'id'>, side: Side): Pick<ThreadView, 'otherReadSeq' | 'otherDeliveredSeq'> {
  const [read, delivered] =
    side === 'fan' ? [row.creatorReadSeq, row.creatorDeliveredSeq] : [row.fanReadSeq, row.fanDeliveredSeq]
  return { otherReadSeq: read, otherDeliveredSeq: delivered > read ? delivered : read }
}

/** What a creator saved to write again, by name. */
export function listSavedReplies(creatorId: string): Promise<SavedReply[]> {
  return queryPrepared<SavedReply>(
    'list-saved-replies',
    'select id, name, body from chat_saved_replies where creator_id = $1 order by name',
    [creatorId],
  )
}

/** What a creator's new fans are sent; null where the creator has never written one. */
export async function findWelcome(creatorId: string): Promise<{ body: string; on: boolean } | null> {
  const [row] = await queryPrepared<{ body: string; on: boolean }>(
    'find-own-welcome',
    'select body, is_on as "on" from chat_welcomes where creator_id = $1',
    [creatorId],
  )
  return row ?? null
}
