import { sql } from 'kysely'
import type { Person } from '#app/domain/identity/actor.ts'
import { markTargetRead } from '#app/domain/notifications/mark-target-read.server.ts'
import { recordUse } from '#app/domain/usage/record-use.server.ts'
import { queryPrepared, type Tx } from '#app/platform/db.server.ts'
import { announceNow } from '#app/platform/live.server.ts'
import { announceReceipt } from './internal/announce.server.ts'
import type { Side } from './policy.ts'

const MARK = `update chat_threads set
    fan_read_seq = case when fan_id = $2 then greatest(fan_read_seq, least($3, last_seq)) else fan_read_seq end,
    creator_read_seq = case when creator_id = $2 then greatest(creator_read_seq, least($3, last_seq)) else creator_read_seq end
  where id = $1 and ((fan_id = $2 and fan_read_seq < least($3, last_seq)) or (creator_id = $2 and creator_read_seq < least($3, last_seq)))
  returning creator_id as "creatorId", case when fan_id = $2 then 'fan' else 'creator' end as side`

/** Marks what one side has on screen as read, up to this message; never back, and its notifications too. Changes nothing for others. */
export async function markRead(person: Person, threadId: string, seq: bigint): Promise<void> {
  const [row] = await queryPrepared<{ creatorId: string; side: Side }>('mark-chat-read', MARK, [
    threadId,
    person.id,
    seq.toString(),
  ])
  if (!row) return
  announceReceipt('read', threadId, row.side, seq)
  // The person's other pages count one less unread.
  announceNow({ channel: `account:${person.id}`, kind: 'chats' })
  await markTargetRead(person.id, { kind: 'chat', id: threadId })
  await recordUse(person.id, row.creatorId)
}

// Found by the indexes of what is unread: what was received and read needs no mark.
const RECEIVED = `update chat_threads set
    fan_delivered_seq = case when fan_id = $1 then last_seq else fan_delivered_seq end,
    creator_delivered_seq = case when creator_id = $1 then last_seq else creator_delivered_seq end
  where id in (
      select id from chat_threads where fan_id = $1 and fan_read_seq < last_seq and fan_delivered_seq < last_seq
      union all
      select id from chat_threads where creator_id = $1 and creator_read_seq < last_seq and creator_delivered_seq < last_seq)
  returning id, last_seq as "lastSeq", case when fan_id = $1 then 'fan' else 'creator' end as side`

/** A browser of this person knows of everything that waits for them: it counts as delivered, and the senders see that. */
export async function markDelivered(person: { id: string }): Promise<void> {
  const rows = await queryPrepared<{ id: string; lastSeq: bigint; side: Side }>('mark-chat-delivered', RECEIVED, [
    person.id,
  ])
  for (const { id, side, lastSeq } of rows) announceReceipt('delivered', id, side, lastSeq)
}

/** Whether a person has read everything in this conversation. */
export async function hasReadThread(tx: Tx, personId: string, threadId: string): Promise<boolean> {
  const { rows } = await sql<{ read: boolean }>`
    select case when fan_id = ${personId} then fan_read_seq else creator_read_seq end >= last_seq as read
    from chat_threads where id = ${threadId} and ${personId} in (fan_id, creator_id)`.execute(tx)
  return rows[0]?.read ?? false
}
