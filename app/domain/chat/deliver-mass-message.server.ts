import { publish } from '#app/domain/events/publish.server.ts'
import { rightsSql } from '#app/domain/entitlements/queries.server.ts'
import { inTransaction, queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { HOUR, recordHits, recentKeys } from '#app/platform/stored-rate-limit.server.ts'
import { lockThreads, type ManyThread, storeMany } from './internal/store-many.server.ts'
import { noticeKey } from './internal/thread-row.server.ts'
import { MASS } from './mass-message.ts'

type Job = { massId: string; after: string | null }

/**
 * Delivers a message to many at a steady rate, in small transactions, and enqueues the job that goes on. The fans are taken in the order of
 * their ids; each is delivered in the transaction that stores their message. Killed anywhere, it goes on where it was.
 */
export async function deliverMassMessage({ massId, after }: Job): Promise<void> {
  const until = performance.now() + MASS.jobMs
  let reached = after
  while (performance.now() < until) {
    const began = performance.now()
    const batch = await inTransaction((tx) => deliverBatch(tx, massId, reached))
    if (batch === 'ended') return
    reached = batch.after
    await pause(began + (1_000 * MASS.batch) / MASS.perSecond - performance.now())
  }
  await inTransaction((tx) => enqueue(tx, 'deliver_mass_message', { massId, after: reached }))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

type Sending = { creatorId: string; body: string; name: string | null; priceMinor: bigint | null; mediaIds: string[] }

const LOCK = `select m.creator_id as "creatorId", m.body, coalesce(p.display_name, p.username) as name, m.price_minor as "priceMinor",
    array(select f.media_id::text from mass_message_media f where f.mass_id = m.id order by f.position) as "mediaIds"
  from mass_messages m join profiles p on p.id = m.creator_id
  where m.id = $1 and m.state = 'sending' for no key update of m`

/**
 * The next fans after the one with the id `after`. At the end it begins anew with those whose threads were in use, until nobody is left.
 */
async function deliverBatch(tx: Tx, massId: string, after: string | null): Promise<'ended' | { after: string | null }> {
  // Two jobs of one message wait for each other here, and whoever takes it back waits for the end of a batch.
  const [sending] = await queryPreparedIn<Sending>(tx, 'lock-mass-message', LOCK, [massId])
  if (!sending) return 'ended'
  const fans = await nextFans(tx, massId, sending.creatorId, after)
  if (fans.length === 0 && after !== null) return { after: null }
  if (fans.length === 0) {
    await end(tx, massId, sending)
    return 'ended'
  }
  const reachable = fans.filter(({ reaches }) => reaches).map(({ id }) => id)
  const threads = await lockThreads(tx, sending.creatorId, reachable)
  const messages = threads.length > 0 ? await storeMany(tx, sending, threads) : new Map<string, string>()
  const told = await whoIsTold(tx, threads, massId)
  await mark(tx, massId, {
    skipped: fans.filter(({ reaches }) => !reaches).map(({ id }) => id),
    delivered: [...messages].map(([fanId, messageId]) => ({ fanId, messageId, notifies: told.has(fanId) })),
  })
  return { after: fans.at(-1)!.id }
}

const { access } = rightsSql({ account: 'r.fan_id', creator: '$2', post: 'null' })

// What canReachFan of policy.ts asks, for many at once.
const NEXT = `select r.fan_id as id, f.account_status = 'active' and not f.is_blocked and ${access}
    and exists (select from visible_creators v where v.profile_id = $2)
    and not exists (select from chat_threads t where t.fan_id = r.fan_id and t.creator_id = $2
      and (t.blocked_by_fan_at is not null or t.blocked_by_creator_at is not null)) as reaches
  from mass_message_fans r join profiles f on f.id = r.fan_id
  where r.mass_id = $1 and r.state = 'queued' and ($3::uuid is null or r.fan_id > $3)
  order by r.fan_id limit $4`

function nextFans(tx: Tx, massId: string, creatorId: string, after: string | null) {
  return queryPreparedIn<{ id: string; reaches: boolean }>(tx, 'next-mass-fans', NEXT, [
    massId,
    creatorId,
    after,
    MASS.batch,
  ])
}

/**
 * The fans who are told: those without anything unread in the thread, unless it is muted, and of all messages to many together once within
 * the hour, however many creators write.
 */
async function whoIsTold(tx: Tx, threads: readonly ManyThread[], massId: string): Promise<Set<string>> {
  const asked = threads.filter(({ fanMuted, fanReadSeq, lastSeq }) => !fanMuted && fanReadSeq === lastSeq)
  const keyOf = ({ fanId }: ManyThread) => `mass-notice:${fanId}`
  const ofThread = ({ id, fanId }: ManyThread) => noticeKey(id, fanId)
  const known = await recentKeys(
    tx,
    asked.flatMap((thread) => [keyOf(thread), ofThread(thread)]),
    HOUR,
  )
  const told = asked.filter((thread) => !known.has(keyOf(thread)) && !known.has(ofThread(thread)))
  if (told.length > 0)
    await recordHits(
      tx,
      told.flatMap((thread) => [keyOf(thread), ofThread(thread)]),
      massId,
    )
  return new Set(told.map(({ fanId }) => fanId))
}

const MARK = `with skipped as (
    update mass_message_fans set state = 'skipped' where mass_id = $1 and fan_id = any ($2::uuid[])
  ), delivered as (
    update mass_message_fans r set state = 'delivered', message_id = u.message_id, notifies = u.notifies
    from unnest($3::uuid[], $4::uuid[], $5::boolean[]) u (fan_id, message_id, notifies)
    where r.mass_id = $1 and r.fan_id = u.fan_id)
  update mass_messages set delivered = delivered + cardinality($3::uuid[]), skipped = skipped + cardinality($2::uuid[]),
    moved_at = app_now()
  where id = $1`

type Marked = { skipped: string[]; delivered: { fanId: string; messageId: string; notifies: boolean }[] }

async function mark(tx: Tx, massId: string, { skipped, delivered }: Marked): Promise<void> {
  await queryPreparedIn(tx, 'mark-mass-fans', MARK, [
    massId,
    skipped,
    delivered.map(({ fanId }) => fanId),
    delivered.map(({ messageId }) => messageId),
    delivered.map(({ notifies }) => notifies),
  ])
}

/** All are reached: one event tells those who are told, in batches of its own. */
async function end(tx: Tx, massId: string, { creatorId, name }: Sending): Promise<void> {
  await tx.updateTable('mass_messages').set({ state: 'sent' }).where('id', '=', massId).execute()
  announce(tx, { channel: `account:${creatorId}`, kind: 'chats' })
  await publish(tx, {
    event: 'mass_message_sent',
    actorId: creatorId,
    objectId: massId,
    payload: { creatorId, aboutId: creatorId, senderName: name ?? 'A creator', massId },
  })
}
