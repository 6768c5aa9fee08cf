import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Closes the messages that contain a file with the bytes of one of these media, in the transaction that blocks them. Buyers are refunded by
 * the rule for removed content. Returns how many were closed.
 */
export async function removeMessagesWithMedia(tx: Tx, mediaIds: readonly string[]): Promise<number> {
  // First, and under the lock that a batch of fans is delivered under: what it delivered is closed below, and nobody else gets it.
  await sql`update mass_messages set state = 'unsent' where state in ('scheduled', 'sending') and id in (
    select c.mass_id from media b join media m on m.content_sha256 = b.content_sha256 join mass_message_media c on c.media_id = m.id
    where b.id = any(${[...mediaIds]}::uuid[]))`.execute(tx)
  const { rows } = await sql`
    update chat_media_messages set removed_at = app_now() where removed_at is null and message_id in (
      select c.message_id from media b join media m on m.content_sha256 = b.content_sha256 join chat_message_media c on c.media_id = m.id
      where b.id = any(${[...mediaIds]}::uuid[])) returning message_id`.execute(tx)
  return rows.length
}

/** Closes the messages of a creator that fans have bought permanently. Returns their ids. */
export async function removeMessagesThatWereSold(tx: Tx, creatorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update chat_media_messages set removed_at = app_now() where removed_at is null and message_id in (
      select u.message_id from message_unlocks u join chat_messages m on m.id = u.message_id
      where m.sender_id = ${creatorId} and u.revoked_at is null) returning message_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}
