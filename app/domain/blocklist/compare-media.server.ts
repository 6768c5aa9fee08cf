import { sql } from 'kysely'
import { fingerprintOriginals, fingerprintPhotos } from '#app/domain/watermarks/fingerprint-media.server.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { copyFingerprints } from './block-media.server.ts'
import { MATCH_BITS } from './blocklist.ts'

type Medium = { mediaId: string; kind: 'photo' | 'video' | 'voice' }

export type Compared = {
  /** Media with exactly the bytes of a blocked one. */
  blocked: string[]
  /** A photo looks like a blocked one. */
  looksBlocked: boolean
  /** A photo has no fingerprint yet, and there is something to compare it with. */
  waiting: boolean
}

const NOTHING: Compared = { blocked: [], looksBlocked: false, waiting: false }

/**
 * Compares the media of a post with the block list, in the transaction that decides where the post goes, and stores which photos look like
 * blocked ones, for the reviewer. Reads no picture: `fingerprintPhotosOf` does, before the transaction.
 */
export async function compareWithBlocked(tx: Tx, postId: string, media: readonly Medium[]): Promise<Compared> {
  if (media.length === 0) return NOTHING
  const mediaIds = media.map((medium) => medium.mediaId)
  const photos = media.filter((medium) => medium.kind === 'photo').map((medium) => medium.mediaId)
  const blocked = await findBlocked(tx, mediaIds)
  if (photos.length === 0 || !(await hasBlockedPhotos(tx))) return { ...NOTHING, blocked }
  await copyFingerprints(tx)
  const matches = await writeMatches(tx, postId, photos)
  return { blocked, looksBlocked: matches > 0, waiting: (await withoutFingerprint(tx, photos)).length > 0 }
}

/** Those of these media that have exactly the bytes of a blocked one. */
export async function findBlocked(tx: Tx, mediaIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.id = any(${mediaIds}::uuid[])
      and exists (select from blocked_media b where b.content_sha256 = m.content_sha256 and b.unblocked_at is null)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Those of these media that can't be sent to anybody: staff have removed their bytes or a photo that they look like, or somebody who is
 * shown in them did not agree and nobody has lifted that. For what is sent outside of posts, where no release is signed and nobody compares
 * pictures: a look-alike that was published in a post has been compared there. `fingerprintToCompare` reads the pictures before.
 */
export async function findStopped(tx: Tx, mediaIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.id = any(${mediaIds}::uuid[])
      and (exists (select from blocked_media b where b.content_sha256 = m.content_sha256 and b.unblocked_at is null)
        or exists (select from release_refusals f
          where f.creator_id = m.owner_id and f.content_sha256 = m.content_sha256 and f.lifted_at is null)
        or exists (select from media_fingerprints f join blocked_fingerprints g on f.part = 0 or g.part = 0
            join blocked_media b on b.id = g.block_id and b.unblocked_at is null
          where f.media_id = m.id and bit_count(f.fingerprint # g.fingerprint) <= ${MATCH_BITS})
          and not exists (select from post_media pm join posts p on p.id = pm.post_id
            where pm.media_id = m.id and p.state in ('published', 'archived')))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Stores the fingerprints of a post's photos that have none yet; without blocked photos there is nothing to compare them with. */
export async function fingerprintPhotosOf(postId: string): Promise<void> {
  if (!isId(postId) || !(await hasBlockedPhotos(db))) return
  const photos = await db
    .selectFrom('post_media as p')
    .innerJoin('media as m', 'm.id', 'p.media_id')
    .select('m.id')
    .where('p.post_id', '=', postId)
    .where('m.kind', '=', 'photo')
    .execute()
  const waiting = await withoutFingerprint(
    db,
    photos.map(({ id }) => id),
  )
  if (waiting.length > 0) await fingerprintPhotos(waiting)
}

/** Stores what photos look like that are about to be sent outside of posts, before the transaction that asks `findStopped`. */
export async function fingerprintToCompare(mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length > 0 && (await hasBlockedPhotos(db))) await fingerprintOriginals(mediaIds)
}

async function hasBlockedPhotos(connection: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select from blocked_media where kind = 'photo' and unblocked_at is null limit 1`.execute(
    connection,
  )
  return rows.length > 0
}

async function withoutFingerprint(connection: Db | Tx, photos: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.id = any(${[...photos]}::uuid[])
      and not exists (select from media_fingerprints f where f.media_id = m.id)`.execute(connection)
  return rows.map(({ id }) => id)
}

/** The whole photo is compared with the whole and the cut ones of each blocked photo, and its cut ones with the whole. */
async function writeMatches(tx: Tx, postId: string, photos: readonly string[]): Promise<number> {
  await tx.deleteFrom('blocked_matches').where('post_id', '=', postId).execute()
  const { rows } = await sql`
    insert into blocked_matches (post_id, media_id, block_id, differing_bits)
    select ${postId}::uuid, f.media_id, b.id, min(bit_count(f.fingerprint # g.fingerprint))
    from media_fingerprints f join blocked_fingerprints g on f.part = 0 or g.part = 0
      join blocked_media b on b.id = g.block_id and b.unblocked_at is null
    where f.media_id = any(${[...photos]}::uuid[])
    group by f.media_id, b.id having min(bit_count(f.fingerprint # g.fingerprint)) <= ${MATCH_BITS}
    order by 4 limit 20 returning post_id`.execute(tx)
  return rows.length
}
