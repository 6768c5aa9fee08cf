import type { Person } from '#app/domain/identity/actor.ts'
import {
  type FileKind,
  type StoreFileRefusal,
  storeUploadedFile,
} from '#app/domain/uploads/store-uploaded-file.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockThreadOfCreator } from './internal/media-draft.server.ts'
import { CHAT } from './message.ts'

export type AddMediaRefusal = DraftRefusal | { kind: 'too_many_media' } | { kind: 'medium_missing' } | StoreFileRefusal

type Added = Result<{ mediaId: string }, AddMediaRefusal>

/** Makes a finished upload of a creator a medium of their next message in a thread. Safe to run twice. */
export async function addUploadToMessage(
  creator: Person,
  threadId: string,
  file: { kind: FileKind; uploadId: string },
): Promise<Added> {
  // Checked before the work, and again below under the lock.
  const mayWrite = await inTransaction((tx) => lockThreadOfCreator(tx, creator, threadId))
  if (!mayWrite.ok) return mayWrite
  const stored = await storeUploadedFile(creator.id, file)
  return stored.ok ? addMediumToMessage(creator, threadId, stored.value.mediaId) : stored
}

/** Adds a medium of the creator's own to their next message in a thread. Added twice, it stays one. */
export async function addMediumToMessage(creator: Person, threadId: string, mediaId: string): Promise<Added> {
  if (!isId(mediaId)) return refuse({ kind: 'medium_missing' })
  return inTransaction<Added>(async (tx) => {
    const thread = await lockThreadOfCreator(tx, creator, threadId)
    if (!thread.ok) return thread
    const own = await tx
      .selectFrom('media')
      .select('id')
      .where('id', '=', mediaId)
      .where('owner_id', '=', creator.id)
      .where('purpose', '=', 'post')
      .where('state', '!=', 'failed')
      .executeTakeFirst()
    if (!own) return refuse({ kind: 'medium_missing' })
    const before = await tx
      .selectFrom('chat_media_drafts')
      .select(['media_id', 'position'])
      .where('thread_id', '=', threadId)
      .execute()
    if (before.some((one) => one.media_id === mediaId)) return ok({ mediaId })
    if (before.length >= CHAT.maxMedia) return refuse({ kind: 'too_many_media' })
    const position = Math.max(-1, ...before.map((one) => one.position)) + 1
    await tx.insertInto('chat_media_drafts').values({ thread_id: threadId, media_id: mediaId, position }).execute()
    return ok({ mediaId })
  })
}
