import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import type { VoiceRefusal } from '#app/domain/media/voice.ts'
import type { VideoRefusal } from '#app/domain/media/video.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { storeUploadedVoice } from '#app/domain/uploads/store-uploaded-voice.server.ts'
import { nameFile } from '#app/domain/vault/name-file.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { addMedia, type AddMediaRefusal } from './add-media.server.ts'
import { posterOf } from './internal/change-draft.server.ts'

export type FileKind = 'photo' | 'video' | 'voice'
export type AcceptFileRefusal =
  | AddMediaRefusal
  | PhotoRefusal
  | VideoRefusal
  | VoiceRefusal
  | { kind: 'upload_missing' }

/**
 * Makes a finished upload a medium of its creator, under its name in the vault, and adds it to the draft. Called twice with one upload, it
 * adds one medium.
 */
export async function acceptFile(
  actor: Actor,
  postId: string,
  file: { uploadId: string; kind: FileKind; name: string },
  writer: DraftWriter,
): Promise<Result<{ mediaId: string; version: number }, AcceptFileRefusal>> {
  // Before the work: nothing is decoded for somebody who may not post.
  const poster = await posterOf(db, actor)
  if (!poster.ok) return poster
  const stored = await storeFile(poster.value.id, file.kind, file.uploadId)
  if (!stored.ok) return stored
  const { mediaId } = stored.value
  await nameFile(actor, mediaId, file.name)
  const added = await addMedia(actor, postId, [mediaId], writer)
  return added.ok ? { ok: true, value: { mediaId, version: added.value.version } } : added
}

function storeFile(ownerId: string, kind: FileKind, uploadId: string) {
  switch (kind) {
    case 'photo':
      return storeUploadedPhoto({ ownerId, uploadId, purpose: 'post' })
    case 'video':
      return storeUploadedVideo({ ownerId, uploadId })
    case 'voice':
      return storeUploadedVoice({ ownerId, uploadId })
    default:
      return unreachable(kind)
  }
}
