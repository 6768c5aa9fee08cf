import { now } from '#app/platform/clock.ts'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { announceMessage } from './announce.server.ts'

/** A thread that one statement has locked together with others. */
export type ManyThread = {
  id: string
  fanId: string
  lastSeq: bigint
  fanReadSeq: bigint
  fanMuted: boolean
}

const OPEN = `insert into chat_threads (id, creator_id, fan_id)
  select u.id, $1, u.fan_id from unnest($2::uuid[], $3::uuid[]) u (id, fan_id)
  order by u.fan_id
  on conflict (fan_id, creator_id) do nothing`

// A thread in which somebody writes at this moment is left for the next round: nobody waits for a message to many, and it for nobody.
const LOCK = `select t.id, t.fan_id as "fanId", t.last_seq as "lastSeq", t.fan_read_seq as "fanReadSeq", t.fan_muted as "fanMuted"
  from chat_threads t where t.creator_id = $1 and t.fan_id = any ($2::uuid[])
    and t.blocked_by_fan_at is null and t.blocked_by_creator_at is null
  order by t.fan_id for no key update skip locked`

/** Locks the threads of a creator with these fans, opened where there are none; without those that are blocked or in use. */
export async function lockThreads(tx: Tx, creatorId: string, fanIds: readonly string[]): Promise<ManyThread[]> {
  if (fanIds.length === 0) return []
  await queryPreparedIn(tx, 'open-chat-threads', OPEN, [creatorId, fanIds.map(() => newId()), fanIds])
  return queryPreparedIn<ManyThread>(tx, 'lock-chat-threads', LOCK, [creatorId, fanIds])
}

// As store-message.server.ts does for one, where it is sent by itself: the creator has neither read nor answered by it.
const STORE = `with sent as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) u (id, thread_id, client_id, seq)
  ), message as (
    insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at)
    select id, thread_id, seq, $5, client_id, $6, $7 from sent)
  update chat_threads t set last_seq = s.seq, last_at = $7,
    creator_read_seq = case when t.creator_read_seq = t.last_seq then s.seq else t.creator_read_seq end
  from sent s where t.id = s.thread_id`

// The files of one message to many, in the message of each fan.
const ATTACH = `with sent as (
    select * from unnest($1::uuid[], $2::uuid[]) u (message_id, fan_id)
  ), with_media as (
    insert into chat_media_messages (message_id, price_minor) select message_id, $3 from sent)
  insert into chat_message_media (message_id, position, media_id, fan_id)
  select s.message_id, f.position - 1, f.media_id, s.fan_id from sent s, unnest($4::uuid[]) with ordinality f (media_id, position)`

type ForMany = { creatorId: string; body: string; priceMinor: bigint | null; mediaIds: readonly string[] }

/**
 * Stores one text, with its files where it has any, as the next message of each of these locked threads, and announces it to open pages.
 * Returns the messages by fan.
 */
export async function storeMany(
  tx: Tx,
  { creatorId, body, priceMinor, mediaIds }: ForMany,
  threads: readonly ManyThread[],
): Promise<Map<string, string>> {
  const messages = threads.map((thread) => ({ ...thread, messageId: newId(), seq: thread.lastSeq + 1n }))
  await queryPreparedIn(tx, 'store-chat-messages', STORE, [
    messages.map(({ messageId }) => messageId),
    messages.map(({ id }) => id),
    messages.map(() => newId()),
    messages.map(({ seq }) => seq.toString()),
    creatorId,
    body,
    now(),
  ])
  if (mediaIds.length > 0)
    await queryPreparedIn(tx, 'attach-to-chat-messages', ATTACH, [
      messages.map(({ messageId }) => messageId),
      messages.map(({ fanId }) => fanId),
      priceMinor?.toString() ?? null,
      mediaIds,
    ])
  for (const { id, fanId, seq } of messages) announceMessage(tx, { id, creatorId, fanId }, seq)
  return new Map(messages.map(({ fanId, messageId }) => [fanId, messageId]))
}
