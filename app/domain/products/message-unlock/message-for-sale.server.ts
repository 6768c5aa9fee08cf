import { sql } from 'kysely'
import { type Db, hasRow, type Tx } from '#app/platform/db.server.ts'
import type { MessageForSale } from './quote.ts'

type Row = Omit<MessageForSale, 'price'> & { priceMinor: bigint }

/**
 * A locked message to this fan that can be bought now: not removed, of a publicly visible creator, in a thread that neither side has
 * blocked. Null otherwise.
 */
export async function findMessageForSale(
  connection: Db | Tx,
  messageId: string,
  fanId: string,
): Promise<MessageForSale | null> {
  const { rows } = await sql<Row>`
    select m.id, t.id as "threadId", m.seq::int as seq, t.creator_id as "creatorId", x.price_minor as "priceMinor",
      coalesce(p.display_name, p.username, 'a Peach') as "creatorName"
    from chat_messages m join chat_media_messages x on x.message_id = m.id join chat_threads t on t.id = m.thread_id
      join visible_creators v on v.profile_id = t.creator_id join profiles p on p.id = t.creator_id
    where m.id = ${messageId} and t.fan_id = ${fanId} and x.price_minor is not null and x.removed_at is null
      and t.blocked_by_fan_at is null and t.blocked_by_creator_at is null`.execute(connection)
  const [row] = rows
  if (!row) return null
  const { priceMinor, ...message } = row
  return { ...message, price: { amountMinor: priceMinor, currency: 'UGX' } }
}

/** Whether what was bought can still be granted: a hidden creator's message can, a removed one can't. */
export function isMessageDeliverable(tx: Tx, messageId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('chat_media_messages')
      .select('message_id')
      .where('message_id', '=', messageId)
      .where('removed_at', 'is', null)
      // Removing a message waits for this purchase, and then its buyer is found and refunded.
      .forShare(),
  )
}

/** Whether somebody has unlocked a message. */
export async function isMessageUnlocked(connection: Db | Tx, accountId: string, messageId: string): Promise<boolean> {
  const { rows } = await sql<{ unlocked: boolean }>`
    select exists (select from message_unlocks u where u.user_id = ${accountId} and u.message_id = ${messageId}
      and u.revoked_at is null) as unlocked`.execute(connection)
  return rows[0]!.unlocked
}
