import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { storeUploadedVideo } from '#app/domain/uploads/store-uploaded-video.server.ts'
import { forgetReplaced } from '#app/domain/media/forget-media.server.ts'
import type { VideoRefusal } from '#app/domain/media/video.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { PostFileKind } from './application.ts'
import { readApplication } from './internal/application-row.server.ts'
import { type ChangeRefusal, lockForStep } from './internal/change-application.server.ts'
import { canChangeApplication } from './policy.ts'
import { stepFor } from './steps.ts'
import type { FileRefusal } from './accept-profile-picture.server.ts'

export type PostFileRefusal = FileRefusal | VideoRefusal | Exclude<ChangeRefusal, { kind: 'changed_elsewhere' }>

/** Makes a finished upload the file of the first post: a photo, or a video that is then transcoded. Safe to run twice. */
export async function acceptFirstPostFile(
  actor: Actor,
  kind: PostFileKind,
  uploadId: string,
): Promise<Result<{ mediaId: string }, PostFileRefusal>> {
  const application = actor && (await readApplication(db, actor.id))
  const verdict = canChangeApplication(actor, application)
  if (!verdict.allowed || !actor)
    return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'no_user_logged_in' : verdict.reason })
  // Checked before the work, and again below under the lock.
  if (!application || stepFor('first_post', application) !== 'first_post') return refuse({ kind: 'not_yet' })
  const stored =
    kind === 'photo'
      ? await storeUploadedPhoto({ ownerId: actor.id, uploadId, purpose: 'post' })
      : await storeUploadedVideo({ ownerId: actor.id, uploadId })
  if (!stored.ok) return stored
  const { mediaId } = stored.value
  const taken = await inTransaction<Result<{ replaced: string | null }, PostFileRefusal>>(async (tx) => {
    const locked = await lockForStep(tx, actor, 'first_post')
    if (!locked.ok)
      return locked.refusal.kind === 'changed_elsewhere' ? refuse({ kind: 'not_yet' }) : refuse(locked.refusal)
    const before = locked.value.application.firstPost?.mediaId ?? null
    // An earlier file, sent once more after another one had replaced it.
    if (!(await hasRow(tx.selectFrom('media').select('id').where('id', '=', mediaId))))
      return refuse({ kind: 'upload_missing' })
    await tx
      .updateTable('creator_applications')
      .set((set) => ({
        first_post_kind: kind,
        first_post_media_id: mediaId,
        version: set('version', '+', 1),
        updated_at: sql<Date>`app_now()`,
      }))
      .where('id', '=', locked.value.application.id)
      .execute()
    return ok({ replaced: before === mediaId ? null : before })
  })
  // Nobody waits for it any more: the work on it ends.
  if (taken.ok && taken.value.replaced !== null) await forgetReplaced(actor.id, taken.value.replaced)
  return taken.ok ? ok({ mediaId }) : taken
}
