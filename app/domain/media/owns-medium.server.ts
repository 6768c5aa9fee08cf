import { hasRow, type Tx } from '#app/platform/db.server.ts'

/** Whether somebody uploaded this file for posts, messages or requests, and it did not fail. */
export function ownsMedium(tx: Tx, ownerId: string, mediaId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('media')
      .select('id')
      .where('id', '=', mediaId)
      .where('owner_id', '=', ownerId)
      .where('purpose', '=', 'post')
      .where('state', '!=', 'failed'),
  )
}
