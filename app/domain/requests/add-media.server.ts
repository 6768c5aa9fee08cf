import type { Person } from '#app/domain/identity/actor.ts'
import { ownsMedium } from '#app/domain/media/owns-medium.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import {
  type FileKind,
  type StoreFileRefusal,
  storeUploadedFile,
} from '#app/domain/uploads/store-uploaded-file.server.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockOpenRequest, type LockRefusal, setWaiting } from './internal/request-row.server.ts'

export type AddRefusal =
  | LockRefusal
  | { kind: 'not_accepted' }
  | { kind: 'too_many_media' }
  | { kind: 'medium_missing' }
  | StoreFileRefusal

/** Makes a finished upload of a creator a medium of what they will deliver. Safe to run twice. */
export async function addUploadToRequest(
  creator: Person,
  requestId: string,
  file: { kind: FileKind; uploadId: string },
): Promise<Result<{ mediaId: string }, AddRefusal>> {
  // Checked before the work, and again below under the lock.
  if (!(await isAccepted(creator, requestId))) return refuse({ kind: 'not_accepted' })
  const stored = await storeUploadedFile(creator.id, file)
  return stored.ok ? addMedium(creator, requestId, stored.value.mediaId) : stored
}

/** Adds a medium of the creator's own to what they will deliver. Added twice, it stays one. */
export async function addMedium(
  creator: Person,
  requestId: string,
  mediaId: string,
): Promise<Result<{ mediaId: string }, AddRefusal>> {
  if (!isId(mediaId)) return refuse({ kind: 'medium_missing' })
  return inTransaction<Result<{ mediaId: string }, AddRefusal>>(async (tx) => {
    const locked = await lockOpenRequest(tx, requestId, 'creator_id', creator.id)
    if (!locked.ok) return locked
    if (locked.value.state !== 'accepted') return refuse({ kind: 'not_accepted' })
    if (!(await ownsMedium(tx, creator.id, mediaId))) return refuse({ kind: 'medium_missing' })
    const before = await tx
      .selectFrom('custom_request_media')
      .select(['media_id', 'position'])
      .where('request_id', '=', requestId)
      .execute()
    if (before.some((one) => one.media_id === mediaId)) return ok({ mediaId })
    if (before.length >= CUSTOM_REQUEST.maxMedia) return refuse({ kind: 'too_many_media' })
    const position = Math.max(-1, ...before.map((one) => one.position)) + 1
    await tx.insertInto('custom_request_media').values({ request_id: requestId, media_id: mediaId, position }).execute()
    // Nothing is delivered that its creator has not seen together.
    await setWaiting(tx, requestId, false)
    return ok({ mediaId })
  })
}

async function isAccepted(creator: Person, requestId: string): Promise<boolean> {
  if (!isId(requestId)) return false
  return hasRow(
    db
      .selectFrom('custom_requests')
      .select('id')
      .where('id', '=', requestId)
      .where('creator_id', '=', creator.id)
      .where('state', '=', 'accepted'),
  )
}
