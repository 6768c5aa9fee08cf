import type { Person } from '#app/domain/identity/actor.ts'
import { ownsMedium } from '#app/domain/media/owns-medium.server.ts'
import {
  type FileKind,
  type StoreFileRefusal,
  storeUploadedFile,
} from '#app/domain/uploads/store-uploaded-file.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import {
  type DraftPlace,
  type DraftRefusal,
  draftRows,
  forgetWaiting,
  lockDraft,
} from './internal/media-draft.server.ts'
import { CHAT } from './message.ts'

export type AddMediaRefusal = DraftRefusal | { kind: 'too_many_media' } | { kind: 'medium_missing' } | StoreFileRefusal

type Added = Result<{ mediaId: string }, AddMediaRefusal>

/** Makes a finished upload of a creator a medium of their next message in a thread, or to many. Safe to run twice. */
export async function addUploadToMessage(
  creator: Person,
  place: DraftPlace,
  file: { kind: FileKind; uploadId: string },
): Promise<Added> {
  // Checked before the work, and again below under the lock.
  const mayWrite = await inTransaction((tx) => lockDraft(tx, creator, place))
  if (!mayWrite.ok) return mayWrite
  const stored = await storeUploadedFile(creator.id, file)
  return stored.ok ? addMediumToMessage(creator, place, stored.value.mediaId) : stored
}

/** Adds a medium of the creator's own to their next message in a thread, or to many. Added twice, it stays one. */
export async function addMediumToMessage(creator: Person, place: DraftPlace, mediaId: string): Promise<Added> {
  if (!isId(mediaId)) return refuse({ kind: 'medium_missing' })
  return inTransaction<Added>(async (tx) => {
    const locked = await lockDraft(tx, creator, place)
    if (!locked.ok) return locked
    if (!(await ownsMedium(tx, creator.id, mediaId))) return refuse({ kind: 'medium_missing' })
    const before = await draftRows(tx, creator.id, place).select(['d.media_id', 'd.position']).execute()
    if (before.some((one) => one.media_id === mediaId)) return ok({ mediaId })
    if (before.length >= CHAT.maxMedia) return refuse({ kind: 'too_many_media' })
    const position = Math.max(-1, ...before.map((one) => one.position)) + 1
    await tx
      .insertInto('chat_media_drafts')
      .values({ creator_id: creator.id, thread_id: place.threadId, media_id: mediaId, position })
      .execute()
    await forgetWaiting(tx, place)
    return ok({ mediaId })
  })
}
