import type { Tx } from '#app/platform/db.server.ts'

/**
 * Removes the text of a message in the transaction of a decision about a report; what was paid for it stays paid. The caller has checked
 * the permission. False where it is gone already.
 */
export async function removeReportedMessage(tx: Tx, messageId: string): Promise<boolean> {
  const removed = await tx
    .updateTable('chat_messages')
    .set({ body: '' })
    .where('id', '=', messageId)
    .where('body', '<>', '')
    .executeTakeFirst()
  return removed.numUpdatedRows > 0n
}
