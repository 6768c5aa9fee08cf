import { hasRow, inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { workFor } from './video-lane.server.ts'

/**
 * Begins the work on a failed medium of this owner anew, where its file is still there: only our work failed, not the file. Pressed twice
 * it is one try. `not_there`: no such medium of this owner, or nothing to try again.
 */
export async function retryMedia(ownerId: string, mediaId: string): Promise<Result<null, { kind: 'not_there' }>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  return inTransaction(async (tx) => {
    const medium = await tx
      .updateTable('media')
      .set({ state: 'processing', failure: null, tries: 0, work_until: null, progress: null })
      .where('id', '=', mediaId)
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'failed')
      .where((row) =>
        row.or([
          row('kind', '=', 'photo'),
          row.and([row('failure', '=', 'gave_up'), row('work_until', 'is not', null)]),
        ]),
      )
      .returning('kind')
      .executeTakeFirst()
    if (medium) {
      await enqueue(tx, await workFor(tx, { kind: medium.kind, ownerId }), { mediaId })
      return ok(null)
    }
    const going = tx
      .selectFrom('media')
      .select('id')
      .where('id', '=', mediaId)
      .where('owner_id', '=', ownerId)
      .where('state', '=', 'processing')
    return (await hasRow(going)) ? ok(null) : refuse({ kind: 'not_there' })
  })
}
