import { sql } from 'kysely'
import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import { type Contact, NO_BLOCK } from './policy.ts'

/**
 * What two people have decided about each other, as SQL: a row `Contact` of the ids `sender` and `receiver`, which are columns or
 * parameters. A block belongs to the pair's conversation, and both may be creators.
 */
export const contactSql = ({ sender, receiver }: { sender: string; receiver: string }) => `
  select coalesce(bool_or(case t.fan_id when ${sender} then t.blocked_by_fan_at else t.blocked_by_creator_at end is not null), false)
      as "blockedBySender",
    coalesce(bool_or(case t.fan_id when ${sender} then t.blocked_by_creator_at else t.blocked_by_fan_at end is not null), false)
      as "blockedByReceiver"
  from chat_threads t
  where (t.fan_id = ${sender} and t.creator_id = ${receiver}) or (t.fan_id = ${receiver} and t.creator_id = ${sender})`

const CONTACT = contactSql({ sender: 'pair.sender', receiver: 'pair.receiver' })

/** What two people have decided about each other. Nobody has blocked oneself. */
export async function findContact(connection: Db | Tx, senderId: string, receiverId: string): Promise<Contact> {
  if (senderId === receiverId) return NO_BLOCK
  const { rows } = await sql<Contact>`
    with pair as (select ${senderId}::uuid as sender, ${receiverId}::uuid as receiver)
    select c.* from pair, lateral (${sql.raw(CONTACT)}) c`.execute(connection)
  return rows[0] ?? NO_BLOCK
}

/** The same for a page. */
export function findContactWith(senderId: string, receiverId: string): Promise<Contact> {
  return findContact(db, senderId, receiverId)
}
