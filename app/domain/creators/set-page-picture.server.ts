import { findStopped, fingerprintToCompare } from '#app/domain/blocklist/compare-media.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

/** The cover of a creator's page, and the card in the feeds. */
export type PagePicture = 'cover' | 'card'

export type PagePictureRefusal =
  | PhotoRefusal
  | { kind: 'upload_missing' }
  | { kind: 'not_a_creator' }
  /** Staff have removed the same file or one that it looks like, or somebody who is shown in it did not agree. */
  | { kind: 'media_blocked' }

/** Makes a finished upload of a creator the cover of their page or their card, at once. Safe to run twice. */
export async function setPagePicture(
  creator: Person,
  place: PagePicture,
  uploadId: string,
): Promise<Result<{ mediaId: string }, PagePictureRefusal>> {
  if (creator.userType !== 'creator') return refuse({ kind: 'not_a_creator' })
  const stored = await storeUploadedPhoto({ ownerId: creator.id, uploadId, purpose: place })
  if (!stored.ok) return stored
  const { mediaId } = stored.value
  await fingerprintToCompare([mediaId])
  return inTransaction<Result<{ mediaId: string }, PagePictureRefusal>>(async (tx) => {
    if ((await findStopped(tx, [mediaId])).length > 0) return refuse({ kind: 'media_blocked' })
    const { numUpdatedRows } = await tx
      .updateTable('creators')
      .set({ [`${place}_media_id`]: mediaId })
      .where('profile_id', '=', creator.id)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? ok({ mediaId }) : refuse({ kind: 'not_a_creator' })
  })
}
