import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockOpenRequest, type LockRefusal, setWaiting } from './internal/request-row.server.ts'

/** Takes a medium out of what a creator will deliver; it stays theirs. After the delivery nothing is taken out. */
export async function removeMedium(
  creator: Person,
  requestId: string,
  mediaId: string,
): Promise<Result<null, LockRefusal | { kind: 'medium_missing' }>> {
  if (!isId(mediaId)) return refuse({ kind: 'medium_missing' })
  return inTransaction<Result<null, LockRefusal | { kind: 'medium_missing' }>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok) return locked
    await tx
      .deleteFrom('custom_request_media')
      .where('request_id', '=', requestId)
      .where('media_id', '=', mediaId)
      .execute()
    await setWaiting(tx, requestId, false)
    return ok(null)
  })
}
