import { sql } from 'kysely'
import {
  discardReleasePhoto,
  recordReleasePhoto,
  type SealedPicture,
  sealReleasePhoto,
} from '#app/domain/documents/release-photos.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { PhotoRefusal } from '#app/domain/media/media.ts'
import { resettlePost } from '#app/domain/posts/review-post.server.ts'
import { ITEMS_VERSION } from '#app/domain/posts/signed-items.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { keyedHash, randomToken, readingHashes, sealFor } from '#app/platform/secrets.server.ts'
import { consumeRateLimits } from '#app/platform/stored-rate-limit.server.ts'
import { rememberRefusal } from './internal/remember-refusal.server.ts'
import { canAnswerRelease } from './policy.ts'
import { findReleaseByToken } from './queries.server.ts'
import { CONSENT_VERSION, readRelease, RELEASE_LIMITS, type ReleaseProblems, type TypedRelease } from './release.ts'

/** Who answers: the invited person, by the token of the link, or the creator who is named. */
export type Answerer = { token: string } | Named
type Named = { actor: Actor; releaseId: string }

export type AnswerRefusal =
  /** The link was used or has ended, the release was answered, or it is somebody else's. */
  | { kind: 'not_open' }
  | { kind: 'invalid'; problems: ReleaseProblems }
  /** The files are others than the page showed, which named them by `version`. */
  | { kind: 'changed' }
  /** A draft without files: there is nothing to sign yet. */
  | { kind: 'nothing_to_sign' }

export type LinkRefusal =
  | AnswerRefusal
  | { kind: 'photo_refused'; refusal: PhotoRefusal }
  /** This machine has no sandbox to decode a photo in. */
  | { kind: 'documents_are_off' }
  | { kind: 'too_many' }

/**
 * Signs a release that a creator on Peach is asked for, for the media that the post has now. The post goes on by itself when nothing else is
 * missing. What was signed is sealed.
 */
export function signRelease(by: Named, typed: TypedRelease): Promise<Result<Signed, AnswerRefusal>> {
  return sign(by, typed, null)
}

/**
 * The same for an outside person, who also gives a photo of their identity document; the link is used up. Returns the token with which they
 * withdraw it; it is stored as a hash.
 */
export async function signReleaseByLink(
  token: string,
  typed: TypedRelease,
  photo: Uint8Array | null,
): Promise<Result<Signed, LinkRefusal>> {
  // A photo is only decoded for somebody whose link is open and whose form is complete.
  const found = await findReleaseByToken(token)
  if (!found) return refuse({ kind: 'not_open' })
  if (found.version !== (typed.version ?? '')) return refuse({ kind: 'changed' })
  const { problems } = readRelease(typed, now())
  if (problems || !photo) return refuse({ kind: 'invalid', problems: { ...problems, ...(!photo && MISSING_PHOTO) } })
  if (!(await mayTry(found.id))) return refuse({ kind: 'too_many' })
  const sealed = await sealReleasePhoto(photo)
  if (!sealed.ok) {
    const { refusal } = sealed
    return refuse(refusal.kind === 'documents_are_off' ? refusal : { kind: 'photo_refused', refusal })
  }
  const signed = await sign({ token }, typed, sealed.value)
  if (!signed.ok) await discardReleasePhoto(sealed.value)
  return signed
}

const MISSING_PHOTO = { photo: 'missing' } as const

function mayTry(releaseId: string): Promise<boolean> {
  const limit = { key: `release photo:${releaseId}`, max: RELEASE_LIMITS.photosPerHour }
  return inTransaction((tx) => consumeRateLimits(tx, [limit], newId()))
}

function sign(by: Answerer, typed: TypedRelease, photo: SealedPicture | null): Promise<Result<Signed, AnswerRefusal>> {
  return inTransaction<Result<Signed, AnswerRefusal>>(async (tx) => {
    const release = await lockOpen(tx, by)
    if (!release) return refuse({ kind: 'not_open' })
    const { statement, problems } = readRelease(typed, now())
    const items = await itemsOf(tx, release.post_id)
    if (items.version !== (typed.version ?? '')) return refuse({ kind: 'changed' })
    if (items.draft && items.mediaIds.length === 0) return refuse({ kind: 'nothing_to_sign' })
    if (problems) return refuse({ kind: 'invalid', problems })
    await tx
      .insertInto('release_statements')
      .values({
        release_id: release.id,
        performer_id: release.performer_id,
        sealed: sealFor('release', Buffer.from(JSON.stringify(statement)), release.id),
        consent_version: CONSENT_VERSION,
        media_ids: items.mediaIds,
        content_hashes: items.hashes,
        signed_at: now(),
      })
      .execute()
    if (photo) await recordReleasePhoto(tx, photo, release.id)
    invariant(photo !== null || release.performer_id !== null, 'an outside person signs with an identity photo')
    await answer(tx, release, 'signed')
    const withdrawal = release.performer_id === null ? randomToken() : null
    if (withdrawal !== null)
      await tx
        .updateTable('releases')
        .set({ withdrawal_hash: keyedHash('token', withdrawal) })
        .where('id', '=', release.id)
        .execute()
    await resettlePost(tx, release.creator_id, release.post_id)
    return ok({ withdrawal })
  })
}

/** The files of a post under its lock: what is signed. */
async function itemsOf(
  tx: Tx,
  postId: string,
): Promise<{ draft: boolean; version: string; mediaIds: string[]; hashes: string[] }> {
  const { rows } = await sql<{ draft: boolean; version: string; mediaIds: string[]; hashes: string[] }>`
    select p.state = 'draft' as draft, ${ITEMS_VERSION} as version,
      array(select pm.media_id from post_media pm where pm.post_id = p.id order by pm.media_id) as "mediaIds",
      array(select encode(m.content_sha256, 'hex') from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id order by m.id) as hashes
    from posts p where p.id = ${postId}`.execute(tx)
  return rows[0]!
}

/** Says that one is not in the post, or does not agree. The post waits until its creator changes its files, and so does any other with them. */
export function declineRelease(by: Answerer): Promise<Result<null, { kind: 'not_open' }>> {
  return inTransaction<Result<null, { kind: 'not_open' }>>(async (tx) => {
    const release = await lockOpen(tx, by)
    if (!release) return refuse({ kind: 'not_open' })
    await answer(tx, release, 'declined')
    const { post_id: postId, creator_id: creatorId, performer_id: performerId, name } = release
    await rememberRefusal(tx, { postId, creatorId, performerId, name, kind: 'declined' })
    await resettlePost(tx, creatorId, postId)
    return ok(null)
  })
}

type Signed = { withdrawal: string | null }
type OpenRelease = { id: string; post_id: string; creator_id: string; performer_id: string | null; name: string }

/** The release that waits for this answer, under its lock; the lock of its post comes first. */
async function lockOpen(tx: Tx, by: Answerer): Promise<OpenRelease | null> {
  const found = await findAsked(tx, by)
  if (!found) return null
  const post = await tx
    .selectFrom('posts')
    .select('state')
    .where('id', '=', found.post_id)
    .forUpdate()
    .executeTakeFirst()
  // What can't appear any more needs nobody's name and signature.
  if (!post || post.state === 'removed' || post.state === 'deleted') return null
  const release = await tx
    .selectFrom('releases')
    .select(['id', 'post_id', 'creator_id', 'performer_id', 'name'])
    .where('id', '=', found.id)
    .where('state', '=', 'asked')
    .forUpdate()
    .executeTakeFirst()
  // Asked again meanwhile, the link is another one.
  if (!release || !(await findAsked(tx, by))) return null
  return 'token' in by || canAnswerRelease(by.actor, { performerId: release.performer_id }).allowed ? release : null
}

async function findAsked(tx: Tx, by: Answerer): Promise<{ id: string; post_id: string } | undefined> {
  if ('token' in by)
    return tx
      .selectFrom('releases')
      .select(['id', 'post_id'])
      .where('token_hash', 'in', readingHashes('token', by.token))
      .where('link_ends_at', '>', sql<Date>`app_now()`)
      .executeTakeFirst()
  if (!isId(by.releaseId) || !by.actor) return undefined
  return tx
    .selectFrom('releases')
    .select(['id', 'post_id'])
    .where('id', '=', by.releaseId)
    .where('performer_id', '=', by.actor.id)
    .executeTakeFirst()
}

async function answer(tx: Tx, release: OpenRelease, state: 'signed' | 'declined'): Promise<void> {
  await tx
    .updateTable('releases')
    .set({ state, token_hash: null, link_ends_at: null, answered_at: now() })
    .where('id', '=', release.id)
    .execute()
  await publish(tx, {
    event: 'release_answered',
    actorId: release.performer_id,
    objectId: release.id,
    detail: { answer: state },
    payload: {
      creator: { id: release.creator_id },
      postId: release.post_id,
      name: release.name,
      answer: state,
      aboutId: release.performer_id,
    },
  })
}
