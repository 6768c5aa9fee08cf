import { sql } from 'kysely'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { CHAT } from '../message.ts'
import type { Stored } from './store-message.server.ts'

/** The message that its sender has stored under this client id; null where there is none. */
export async function findSame(
  tx: Tx,
  senderId: string,
  clientId: string,
): Promise<(Stored & { body: string }) | null> {
  const [row] = await queryPreparedIn<Stored & { body: string }>(
    tx,
    'find-same-message',
    'select thread_id as "threadId", id as "messageId", seq, body from chat_messages where sender_id = $1 and client_id = $2',
    [senderId, clientId],
  )
  return row ?? null
}

/** Whether a creator has sent as many free messages in the last minute as one may. */
export async function writesTooFast(tx: Tx, creatorId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_messages m join chat_threads t on t.id = m.thread_id
    where t.creator_id = ${creatorId} and t.last_at > app_now() - interval '1 minute'
      and m.sender_id = ${creatorId} and m.sent_at > app_now() - interval '1 minute'`.execute(tx)
  return rows[0]!.count >= CHAT.freePerMinute
}
