import { rightsSql } from '#app/domain/entitlements/queries.server.ts'
import { settingIn, settings, settingSql } from '#app/domain/settings/settings.server.ts'
import { now } from '#app/platform/clock.ts'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import type { ThreadFacts } from '../policy.ts'

/** A thread, locked, with what its rules ask. */
export type LockedThread = {
  id: string
  creatorId: string
  fanId: string
  lastSeq: bigint
  fanReadSeq: bigint
  creatorReadSeq: bigint
  agreedRateMinor: bigint | null
  waitsSince: Date | null
  fanMuted: boolean
  creatorMuted: boolean
  /** They were told of a message in this thread within the hour. */
  fanNoticed: boolean
  creatorNoticed: boolean
  rateMinor: bigint
  facts: ThreadFacts
}

type Row = Omit<LockedThread, 'facts'> & Omit<ThreadFacts, 'creatorId' | 'fanId' | 'walletOn' | 'at'>

const { access } = rightsSql({ account: 't.fan_id', creator: 't.creator_id', post: 'null' })

const NOTICE = 'message-notice'

/** The hits of a person's notices of messages in a thread, at most one an hour. */
export function noticeKey(threadId: string, personId: string): string {
  return `${NOTICE}:${threadId}:${personId}`
}

function noticedSql(person: string): string {
  return `exists (select from rate_limit_hits h where h.key = '${NOTICE}:' || t.id || ':' || ${person} and h.at > (select app_now()) - interval '1 hour')`
}

const lockSql = (
  rows: string,
): string => `select t.id, t.creator_id as "creatorId", t.fan_id as "fanId", t.last_seq as "lastSeq", t.fan_read_seq as "fanReadSeq",
    t.creator_read_seq as "creatorReadSeq", t.agreed_rate_minor as "agreedRateMinor", t.waits_since as "waitsSince",
    t.fan_muted as "fanMuted", t.creator_muted as "creatorMuted", c.chat_rate_minor as "rateMinor",
    t.blocked_by_fan_at is not null as "blockedByFan", t.blocked_by_creator_at is not null as "blockedByCreator",
    f.account_status = 'active' and not f.is_blocked as "fanActive", ${access} as entitled,
    ${noticedSql('t.fan_id')} as "fanNoticed", ${noticedSql('t.creator_id')} as "creatorNoticed",
    exists (select from visible_creators v where v.profile_id = t.creator_id) as "creatorVisible", ${settingSql('wallet')} as wallet
  from chat_threads t join creators c on c.profile_id = t.creator_id join profiles f on f.id = t.fan_id
  where t.id = $1 and ($2::uuid is null or $2 in (t.fan_id, t.creator_id)) for no key update of ${rows}`

const LOCK = lockSql('t')
const LOCK_WITH_FAN = lockSql('t, f')

/**
 * Locks a thread; with `personId` only where that is one of its sides. All that is written in it is written one after the other: a command
 * locks the thread first, then people and balances.
 */
export function lockThread(tx: Tx, threadId: string, personId?: string): Promise<LockedThread | null> {
  return lock(tx, { name: 'lock-chat-thread', text: LOCK }, threadId, personId)
}

/** The same with the account of its fan, who may pay only while it is open. */
export function lockThreadAndFan(tx: Tx, threadId: string, fanId: string): Promise<LockedThread | null> {
  return lock(tx, { name: 'lock-chat-thread-and-fan', text: LOCK_WITH_FAN }, threadId, fanId)
}

async function lock(
  tx: Tx,
  { name, text }: { name: string; text: string },
  threadId: string,
  personId: string | undefined,
): Promise<LockedThread | null> {
  if (!isId(threadId)) return null
  const [row] = await queryPreparedIn<Row & { wallet: unknown }>(tx, name, text, [threadId, personId ?? null])
  if (!row) return null
  const { wallet, entitled, creatorVisible, fanActive, blockedByFan, blockedByCreator, ...thread } = row
  const { creatorId, fanId } = thread
  const rights = { entitled, creatorVisible, fanActive, blockedByFan, blockedByCreator }
  return { ...thread, facts: { creatorId, fanId, ...rights, walletOn: settingIn('wallet', wallet), at: now() } }
}

const UNOPENED = `select c.chat_rate_minor as "rateMinor", f.account_status = 'active' and not f.is_blocked as "fanActive",
    ${rightsSql({ account: 'f.id', creator: 'c.profile_id', post: 'null' }).access} as entitled,
    exists (select from visible_creators v where v.profile_id = c.profile_id) as "creatorVisible"
  from creators c join profiles f on f.id = $2
  where c.profile_id = $1 and c.profile_id <> $2
    and not exists (select from chat_threads t where t.fan_id = $2 and t.creator_id = $1)`

/** What the rules ask where a fan has no thread with a creator yet. Null where they have one, or no such creator is there. */
export async function findUnopened(
  tx: Tx,
  { creatorId, fanId }: { creatorId: string; fanId: string },
): Promise<{ rateMinor: bigint; facts: ThreadFacts } | null> {
  if (!isId(creatorId)) return null
  const [[row], { wallet: walletOn }] = await Promise.all([
    queryPreparedIn<Pick<ThreadFacts, 'fanActive' | 'entitled' | 'creatorVisible'> & { rateMinor: bigint }>(
      tx,
      'find-unopened-chat-thread',
      UNOPENED,
      [creatorId, fanId],
    ),
    settings(tx),
  ])
  if (!row) return null
  const { rateMinor, ...rights } = row
  return {
    rateMinor,
    facts: { creatorId, fanId, ...rights, blockedByFan: false, blockedByCreator: false, walletOn, at: now() },
  }
}

const OPEN = `with made as (
    insert into chat_threads (id, creator_id, fan_id)
    select $1, c.profile_id, $3 from creators c where c.profile_id = $2 and c.profile_id <> $3
    on conflict (fan_id, creator_id) do nothing returning id)
  select id from made union all select id from chat_threads where fan_id = $3 and creator_id = $2 limit 1`

/** The thread of a fan with a creator, made where there is none. Null where no such creator is there. */
export async function openThread(tx: Tx, parties: { creatorId: string; fanId: string }): Promise<string | null> {
  if (!isId(parties.creatorId)) return null
  const rows = await queryPreparedIn<{ id: string }>(tx, 'open-chat-thread', OPEN, [
    newId(),
    parties.creatorId,
    parties.fanId,
  ])
  if (rows[0]) return rows[0].id
  // Another tab has made it meanwhile: this statement began before.
  const known = await tx
    .selectFrom('chat_threads')
    .select('id')
    .where('fan_id', '=', parties.fanId)
    .where('creator_id', '=', parties.creatorId)
    .executeTakeFirst()
  return known?.id ?? null
}
