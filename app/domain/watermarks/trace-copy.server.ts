import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { photoTypeOf } from '#app/domain/media/media.ts'
import { fingerprintPicture, readMarkOf } from '#app/domain/media/picture-marks.server.ts'
import { videoTypeOf } from '#app/domain/media/video.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { inWorkFolder } from '#app/platform/spool.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { findAccountOfCode } from './account-code.server.ts'
import { type CodeRead, dayOfNumber, readCode } from './code.ts'
import { findSimilar } from './find-similar.server.ts'
import { seedOfMedium } from './pattern-seed.server.ts'
import { traceVideo } from './trace-video.server.ts'

const MAX_COPY_BYTES = { photo: 25_000_000, video: 500_000_000 } as const
/** So many of the most similar photos are compared with the copy; more where the creator is known. */
const CANDIDATES = { all: 8, ofCreator: 40, mirrored: 3 }
/** From this likeness on, or with so few differing bits, the copy is of that photo, with or without a mark. */
const SAME_PHOTO = { likeness: 0.9, bits: 64 }

export type TracedPhoto = { mediaId: string; postIds: string[]; creator: string | null }

export type Trace =
  | {
      kind: 'named'
      account: { id: string; username: string | null; status: string }
      photo: TracedPhoto
      /** When the account opened the photo: the day in the mark. */
      day: string
      mirrored: boolean
      read: CodeRead
    }
  | {
      kind: 'named_by_video'
      account: { id: string; username: string | null; status: string }
      video: TracedPhoto
      /** Of so many segments of which the variant could be told, so many are those of the account. */
      matched: number
      of: number
      chance: number
    }
  /** `photo`: which one of ours it shows, if it does. */
  | { kind: 'no_mark'; photo: TracedPhoto | null }
  /** `readable`: of so many segments the variant could be told, too few for a name or those of nobody. */
  | { kind: 'no_video_mark'; video: TracedPhoto | null; readable: number }

export type TraceRefusal =
  | { kind: 'not_permitted' }
  | { kind: 'not_a_picture' }
  | { kind: 'not_a_video' }
  | { kind: 'too_large' }
  | { kind: 'unknown_creator' }

/** Who traces: somebody of staff at the page, or whoever runs the command on the server. */
export type Tracer = { kind: 'staff'; person: Person } | { kind: 'operator' }

/**
 * Names the account whose mark a leaked copy carries, or says that there is none. The copy is read in isolated processes and not kept; who
 * traced, and what was found, is recorded.
 */
export async function traceCopy(
  tracer: Tracer,
  copy: { bytes: Uint8Array; creator: string | null },
): Promise<Result<Trace, TraceRefusal>> {
  if (tracer.kind === 'staff' && !hasPermission(tracer.person, 'content.review'))
    return refuse({ kind: 'not_permitted' })
  const isVideo = videoTypeOf(copy.bytes.subarray(0, 64)) !== null
  if (copy.bytes.length > MAX_COPY_BYTES[isVideo ? 'video' : 'photo']) return refuse({ kind: 'too_large' })
  const type = photoTypeOf(copy.bytes)
  if (!isVideo && type === null) return refuse({ kind: 'not_a_picture' })
  const ownerId = copy.creator === null ? undefined : await findOwner(copy.creator)
  if (ownerId === null) return refuse({ kind: 'unknown_creator' })
  const found = await (isVideo ? searchVideos(copy.bytes, ownerId) : search(copy.bytes, ownerId))
  if (found === null) return refuse({ kind: isVideo ? 'not_a_video' : 'not_a_picture' })
  await record(tracer, found)
  return ok(found)
}

async function searchVideos(bytes: Uint8Array, ownerId: string | undefined): Promise<Trace | null> {
  if (!(await videoIsOn())) return null
  const found = await inWorkFolder(async (folder) => {
    const path = join(folder, 'leak')
    await writeFile(path, bytes, { mode: 0o600 })
    return traceVideo(path, folder, ownerId)
  })
  if (!found) return null
  const { mediaId, named, readable } = found
  const video = mediaId === null ? null : await findPhoto(mediaId)
  const account = named && (await findPerson(named.accountId))
  if (!named || !account || !video) return { kind: 'no_video_mark', video, readable }
  const { matched, of, chance } = named
  return { kind: 'named_by_video', account, video, matched, of, chance }
}

async function search(bytes: Uint8Array, ownerId: string | undefined): Promise<Trace | null> {
  let shown: string | null = null
  for (const mirrored of [false, true]) {
    const fingerprints = await fingerprintPicture(bytes, { mirrored, alone: true })
    if (!fingerprints) return null
    const limit = ownerId ? CANDIDATES.ofCreator : CANDIDATES.all
    const similar = await findSimilar(fingerprints[0]!, { limit: mirrored ? CANDIDATES.mirrored : limit, ownerId })
    for (const { mediaId, differingBits } of similar) {
      const compared = await compare(bytes, mediaId, mirrored)
      if (!compared) continue
      if (compared.trace) return compared.trace
      if (compared.likeness >= SAME_PHOTO.likeness || differingBits <= SAME_PHOTO.bits) shown ??= mediaId
    }
    // What is shown the right way round is not mirrored too.
    if (shown) break
  }
  return { kind: 'no_mark', photo: shown === null ? null : await findPhoto(shown) }
}

async function compare(
  bytes: Uint8Array,
  mediaId: string,
  mirrored: boolean,
): Promise<{ likeness: number; trace: Trace | null } | null> {
  const original = await readOriginal(mediaId)
  const reading = original && (await readMarkOf(bytes, original, await seedOfMedium(mediaId), { mirrored }))
  if (!reading) return null
  const { likeness, leanings } = reading
  const read = readCode(leanings)
  const account = read && (await findAccount(read.code))
  if (!read || !account) return { likeness, trace: null }
  const day = dayOfNumber(read.day, kampalaDay(now()))
  return { likeness, trace: { kind: 'named', account, photo: await findPhoto(mediaId), day, mirrored, read } }
}

/** The uploaded photo, or of a video the largest poster. */
async function readOriginal(mediaId: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('media as m')
    .leftJoin('media_renditions as r', (join) =>
      join.onRef('r.media_id', '=', 'm.id').on('r.format', 'in', ['webp', 'jpeg']),
    )
    .select(['m.kind', 'm.original_key', 'r.storage_key'])
    .where('m.id', '=', mediaId)
    .orderBy('r.width', 'desc')
    .limit(1)
    .executeTakeFirst()
  const key = row?.kind === 'photo' ? row.original_key : row?.storage_key
  return key ? readWhole(mediaStore(), key) : null
}

async function findAccount(code: number): Promise<{ id: string; username: string | null; status: string } | null> {
  const id = await findAccountOfCode(code)
  return id === null ? null : findPerson(id)
}

async function findPerson(id: string): Promise<{ id: string; username: string | null; status: string } | null> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'username', 'account_status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id, username: row.username, status: row.account_status } : null
}

async function findPhoto(mediaId: string): Promise<TracedPhoto> {
  const rows = await db
    .selectFrom('media as m')
    .innerJoin('profiles as p', 'p.id', 'm.owner_id')
    .leftJoin('post_media as pm', 'pm.media_id', 'm.id')
    .select(['p.username', 'pm.post_id'])
    .where('m.id', '=', mediaId)
    .execute()
  return {
    mediaId,
    postIds: rows.flatMap(({ post_id }) => (post_id === null ? [] : [post_id])),
    creator: rows[0]?.username ?? null,
  }
}

async function findOwner(creator: string): Promise<string | null> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('username', '=', creator.trim().replace(/^@/, '').toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

async function record(tracer: Tracer, found: Trace): Promise<void> {
  const detail = detailOf(found)
  await inTransaction((tx) =>
    publish(tx, {
      actorId: tracer.kind === 'staff' ? tracer.person.id : null,
      event: 'copy_traced',
      // The copy itself is not kept: a trace has an id of its own.
      objectId: newId(),
      detail: { ...detail, by: tracer.kind },
    }),
  )
}

function detailOf(found: Trace): Record<string, string | number | null> {
  switch (found.kind) {
    case 'named':
      return { mediaId: found.photo.mediaId, accountId: found.account.id, day: found.day, chance: found.read.chance }
    case 'named_by_video':
      return { mediaId: found.video.mediaId, accountId: found.account.id, chance: found.chance }
    case 'no_mark':
      return { mediaId: found.photo?.mediaId ?? null, accountId: null }
    case 'no_video_mark':
      return { mediaId: found.video?.mediaId ?? null, accountId: null }
    default:
      return found satisfies never
  }
}
