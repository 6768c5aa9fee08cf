import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'

/**
 * Removes the text and the media of a message in the transaction of a decision about a report. What was paid for the message stays paid;
 * who has bought its media is refunded by the rule for removed content. The caller has checked the permission. False where it is gone
 * already.
 */
export async function removeReportedMessage(tx: Tx, messageId: string): Promise<boolean> {
  const text = await tx
    .updateTable('chat_messages')
    .set({ body: '' })
    .where('id', '=', messageId)
    .where('body', '<>', '')
    .executeTakeFirst()
  const media = await tx
    .updateTable('chat_media_messages')
    .set({ removed_at: now() })
    .where('message_id', '=', messageId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return text.numUpdatedRows + media.numUpdatedRows > 0n
}
