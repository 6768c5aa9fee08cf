import { sql } from 'kysely'
import { blockMedia } from '#app/domain/blocklist/block-media.server.ts'
import { canBlockMedium } from '#app/domain/blocklist/policy.ts'
import { removeMessagesWithMedia } from '#app/domain/chat/remove-media-messages.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { PostState } from '#app/domain/posts/post.ts'
import { approvePost, rejectPost, removePost } from '#app/domain/posts/review-post.server.ts'
import { fingerprintPhotos } from '#app/domain/watermarks/fingerprint-media.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, hasRow, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { POST_VIEW_MINUTES } from './application.ts'
import { unopenedOfPost } from './internal/unopened.server.ts'
import { canReviewContent, type ContentReviewDenial } from './policy.ts'
import type { ReviewedItem } from './unopened.ts'

export type ContentRefusal = { kind: 'not_there' } | { kind: 'not_permitted'; reason: ContentReviewDenial }

type Approved = Result<
  { state: PostState },
  ContentRefusal | { kind: 'not_in_review' } | { kind: 'not_opened'; items: ReviewedItem[] }
>

/** Approves a waiting post, of which this reviewer has opened everything since its last change: it is published, or waits for its time or for a release that is missing. */
export function approveWaitingPost(actor: Actor, postId: string): Promise<Approved> {
  return inTransaction<Approved>(async (tx) => {
    const post = await findReviewed(tx, actor, postId)
    if (!post.ok) return post
    // Its creator can't change it between the look and the approval.
    await tx.selectFrom('posts').select('id').where('id', '=', postId).forUpdate().execute()
    const items = await unopenedOfPost(actor!.id, postId, tx)
    if (items.length > 0) return refuse({ kind: 'not_opened', items })
    return approvePost(tx, { ...post.value, staffId: actor!.id })
  })
}

/** Rejects a waiting post. `block`: its media are put on the block list. */
export async function rejectWaitingPost(
  actor: Actor,
  postId: string,
  { message, block }: { message: string; block: boolean },
): Promise<Result<{ blocked: number }, ContentRefusal | { kind: 'not_in_review' }>> {
  if (block) await fingerprintForBlocking(actor, postId)
  return inTransaction(async (tx) => {
    const post = await findReviewed(tx, actor, postId)
    if (!post.ok) return post
    const rejected = await rejectPost(tx, { ...post.value, staffId: actor!.id, message })
    if (!rejected.ok) return rejected
    return ok({ blocked: block ? await blockAll(tx, postId, message, actor!.id) : 0 })
  })
}

type TakenDown = Result<{ blocked: number }, ContentRefusal | { kind: 'not_published' }>

/** Takes a published post off and blocks its media from coming back. Its buyers are refunded by a scheduled task. */
export async function takeDownPost(actor: Actor, postId: string, message: string): Promise<TakenDown> {
  await fingerprintForBlocking(actor, postId)
  return inTransaction((tx) => takeDownPostIn(tx, actor, postId, message))
}

/** The same in the transaction of another decision, which has called `fingerprintForBlocking` before. */
export async function takeDownPostIn(tx: Tx, actor: Actor, postId: string, message: string): Promise<TakenDown> {
  const post = await findReviewed(tx, actor, postId)
  if (!post.ok) return post
  const removed = await removePost(tx, { ...post.value, staffId: actor!.id, message })
  if (!removed.ok) return removed
  return ok({ blocked: await blockAll(tx, postId, message, actor!.id) })
}

/** Blocks one medium of a post, whatever happens to the post. */
export async function blockMedium(
  actor: Actor,
  { postId, mediaId, reason }: { postId: string; mediaId: string; reason: string },
): Promise<Result<null, ContentRefusal | { kind: 'stands_so_already' }>> {
  if (!isId(mediaId)) return refuse({ kind: 'not_there' })
  await fingerprintForBlocking(actor, postId)
  return inTransaction<Result<null, ContentRefusal | { kind: 'stands_so_already' }>>(async (tx) => {
    const post = await findReviewed(tx, actor, postId)
    if (!post.ok) return post
    const verdict = canBlockMedium(actor, { ownerId: post.value.creatorId })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const ofPost = tx
      .selectFrom('post_media')
      .select('media_id')
      .where('post_id', '=', postId)
      .where('media_id', '=', mediaId)
    if (!(await hasRow(ofPost))) return refuse({ kind: 'not_there' })
    const blocked = await blockMedia(tx, { postId, mediaIds: [mediaId], reason, staffId: actor!.id })
    await removeMessagesWithMedia(tx, [mediaId])
    return blocked === 1 ? ok(null) : refuse({ kind: 'stands_so_already' })
  })
}

/**
 * Opens a post, and the blocked posts that its photos look like, to one reviewer for two minutes. Each view is recorded before the first byte
 * is shown.
 */
export function openPostForReview(actor: Actor, postId: string): Promise<Result<{ endsAt: Date }, ContentRefusal>> {
  return inTransaction<Result<{ endsAt: Date }, ContentRefusal>>(async (tx) => {
    const post = await findReviewed(tx, actor, postId)
    if (!post.ok) return post
    const alike = await sql<{ id: string }>`
      select distinct b.post_id as id from blocked_matches m join blocked_media b on b.id = m.block_id
      where m.post_id = ${postId} and b.post_id <> ${postId}`.execute(tx)
    const openedAt = now()
    const endsAt = addMinutes(openedAt, POST_VIEW_MINUTES)
    for (const id of [postId, ...alike.rows.map((row) => row.id)]) {
      await tx
        .insertInto('post_views')
        .values({ id: newId(), post_id: id, staff_id: actor!.id, opened_at: openedAt, ends_at: endsAt })
        .execute()
      await publish(tx, { actorId: actor!.id, event: 'post_opened_for_review', objectId: id })
    }
    return ok({ endsAt })
  })
}

/** A submitted post that this actor may review; a draft is its creator's alone, and a first post waits for its application. */
async function findReviewed(
  tx: Tx,
  actor: Actor,
  postId: string,
): Promise<Result<{ creatorId: string; postId: string }, ContentRefusal>> {
  const post = isId(postId)
    ? await tx
        .selectFrom('posts as p')
        .innerJoin('creators as c', 'c.profile_id', 'p.creator_id')
        .select('p.creator_id')
        .where('p.id', '=', postId)
        .where('p.state', '<>', 'draft')
        .where((eb) => eb.or([eb('p.state', '<>', 'in_review'), eb('c.verification_status', '=', 'approved')]))
        .executeTakeFirst()
    : undefined
  const verdict = canReviewContent(actor, { creatorId: post?.creator_id ?? '' })
  if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
  return post ? ok({ creatorId: post.creator_id, postId }) : refuse({ kind: 'not_there' })
}

async function blockAll(tx: Tx, postId: string, reason: string, staffId: string): Promise<number> {
  const mediaIds = await mediaOf(tx, postId)
  await removeMessagesWithMedia(tx, mediaIds)
  return blockMedia(tx, { postId, mediaIds, reason, staffId })
}

/** Before the transaction that blocks: pictures are read. What can't be read is copied as soon as it is known. */
export async function fingerprintForBlocking(actor: Actor, postId: string): Promise<void> {
  if (isId(postId) && canReviewContent(actor, { creatorId: '' }).allowed)
    await fingerprintPhotos(await mediaOf(db, postId))
}

async function mediaOf(connection: Tx | typeof db, postId: string): Promise<string[]> {
  const rows = await connection.selectFrom('post_media').select('media_id').where('post_id', '=', postId).execute()
  return rows.map((row) => row.media_id)
}
