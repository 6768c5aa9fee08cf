import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import {
  type FileKind,
  type StoreFileRefusal,
  storeUploadedFile,
} from '#app/domain/uploads/store-uploaded-file.server.ts'
import { nameFile } from '#app/domain/vault/name-file.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import { addMedia, type AddMediaRefusal } from './add-media.server.ts'
import { posterOf } from './internal/change-draft.server.ts'

export type AcceptFileRefusal = AddMediaRefusal | StoreFileRefusal

/**
 * Makes a finished upload a medium of its creator, under its name in the vault, and adds it to the draft. Called twice with one upload, it
 * adds one medium. `before`: the medium of the draft that comes after it.
 */
export async function acceptFile(
  actor: Actor,
  postId: string,
  file: { uploadId: string; kind: FileKind; name: string; before?: string | null },
  writer: DraftWriter,
): Promise<Result<{ mediaId: string; version: number }, AcceptFileRefusal>> {
  // Before the work: nothing is decoded for somebody who may not post.
  const poster = await posterOf(db, actor)
  if (!poster.ok) return poster
  const stored = await storeUploadedFile(poster.value.id, file)
  if (!stored.ok) return stored
  const { mediaId } = stored.value
  await nameFile(actor, mediaId, file.name)
  const added = await addMedia(actor, postId, [mediaId], writer, file.before ?? null)
  return added.ok ? { ok: true, value: { mediaId, version: added.value.version } } : added
}
