import type { Actor } from '#app/domain/identity/actor.ts'
import { setAvatar } from '#app/domain/identity/set-avatar.server.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { db } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { readApplication } from './internal/application-row.server.ts'
import { type ApplicationDenial, canChangeApplication } from './policy.ts'
import { stepFor } from './steps.ts'

export type FileRefusal =
  | PhotoRefusal
  | { kind: 'upload_missing' }
  | { kind: 'not_permitted'; reason: ApplicationDenial }
  | { kind: 'not_yet' }

/** Makes a finished upload the applicant's profile picture, at once. Safe to run twice. */
export async function acceptProfilePicture(
  actor: Actor,
  uploadId: string,
): Promise<Result<{ mediaId: string }, FileRefusal>> {
  const application = actor && (await readApplication(db, actor.id))
  const verdict = canChangeApplication(actor, application)
  if (!verdict.allowed || !actor)
    return refuse({ kind: 'not_permitted', reason: verdict.allowed ? 'no_user_logged_in' : verdict.reason })
  if (application && stepFor('profile', application) !== 'profile') return refuse({ kind: 'not_yet' })
  const stored = await storeUploadedPhoto({ ownerId: actor.id, uploadId, purpose: 'avatar' })
  if (!stored.ok) return stored
  const set = await setAvatar(actor, stored.value.mediaId)
  return set.ok ? stored : refuse({ kind: 'upload_missing' })
}
