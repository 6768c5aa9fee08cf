import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { db, hasRow, inTransaction } from '#app/platform/db.server.ts'

/** Deletes the media of an owner that no page of theirs, no post and no custom request shows. Returns how many. */
export async function forgetMedia(ownerId: string): Promise<number> {
  const unused = await db
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', 'not in', (query) => query.selectFrom('post_media').select('media_id'))
    .where('id', 'not in', (query) => query.selectFrom('custom_request_media').select('media_id'))
    .where('id', 'not in', (query) =>
      query
        .selectFrom('profiles')
        .select('avatar_media_id')
        .where('avatar_media_id', 'is not', null)
        .$castTo<{ avatar_media_id: string }>(),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('creators')
            .select('profile_id')
            .where((creator) =>
              creator.or([
                creator('card_media_id', '=', creator.ref('media.id')),
                creator('cover_media_id', '=', creator.ref('media.id')),
                creator('share_media_id', '=', creator.ref('media.id')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  for (const { id } of unused) await forgetMedium(id)
  return unused.length
}

/** Deletes a medium that its owner has replaced, unless something else shows it. The work on it ends. */
export async function forgetReplaced(ownerId: string, mediaId: string): Promise<void> {
  const owned = db.selectFrom('media').select('id').where('id', '=', mediaId).where('owner_id', '=', ownerId)
  if (!(await hasRow(owned))) return
  try {
    await forgetMedium(mediaId)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
  }
}

const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes one medium with all its sizes. Throws while something shows it. */
export async function forgetMedium(mediaId: string): Promise<void> {
  const medium = await db.selectFrom('media').select('original_key').where('id', '=', mediaId).executeTakeFirst()
  if (!medium) return
  const renditions = await db
    .selectFrom('media_renditions')
    .select('storage_key')
    .where('media_id', '=', mediaId)
    .execute()
  const streams = await db.selectFrom('media_streams').select('storage_key').where('media_id', '=', mediaId).execute()
  await inTransaction(async (tx) => {
    await tx.deleteFrom('media_streams').where('media_id', '=', mediaId).execute()
    await tx.deleteFrom('media_renditions').where('media_id', '=', mediaId).execute()
    await tx.deleteFrom('media').where('id', '=', mediaId).execute()
  })
  const keys = new Set([medium.original_key, ...[...renditions, ...streams].map((made) => made.storage_key)])
  for (const key of keys) await mediaStore().remove(key)
}
