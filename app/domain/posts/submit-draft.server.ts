import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { createPoll, removePoll } from '#app/domain/polls/create-poll.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type DraftRefusal, lockDraft, posterOf } from './internal/change-draft.server.ts'
import { countPinned } from './internal/count-pinned.server.ts'
import { mayCarryPrice } from './internal/may-carry-price.server.ts'
import { lockPost, readMedia } from './internal/post-row.server.ts'
import { writeTerms } from './internal/write-terms.server.ts'
import { settleSubmitted } from './internal/settle-submitted.server.ts'
import { fingerprintPhotosOf } from '#app/domain/blocklist/compare-media.server.ts'
import { POST_LIMITS, type PostState } from './post.ts'
import { type PostOrder, type PostProblems, readPost, type TypedPost } from './typed-post.ts'

export type SubmitRefusal =
  | Exclude<DraftRefusal, { kind: 'not_a_draft' }>
  | { kind: 'invalid'; problems: PostProblems }
  | { kind: 'pay_to_unlock_is_off' }
  | { kind: 'too_many_pinned' }
  /** A file could not be prepared: it has to be removed or sent again. */
  | { kind: 'media_failed' }

/**
 * Submits a draft: it is published at once or at its time, waits for its media, or waits for a person. Submitted twice, it is one post: the
 * second time finds it submitted and returns its state.
 */
export async function submitDraft(
  actor: Actor,
  postId: string,
  typed: TypedPost,
  writer: DraftWriter,
): Promise<Result<{ state: PostState }, SubmitRefusal>> {
  // Before the transaction: pictures are read.
  await fingerprintPhotosOf(postId)
  return inTransaction(async (tx) => {
    const locked = await lockDraft(tx, actor, postId, writer)
    if (!locked.ok) {
      if (locked.refusal.kind !== 'not_a_draft') return refuse(locked.refusal)
      return submittedBefore(tx, actor, postId)
    }
    const post = locked.value
    const media = await readMedia(tx, postId)
    if (media.some((medium) => medium.state === 'failed')) return refuse({ kind: 'media_failed' })
    const { order, problems } = readPost(typed, { media, named: await countNamed(tx, postId), now: now() })
    if (problems) return refuse({ kind: 'invalid', problems })
    if (order.audience.kind === 'pay_to_unlock' && !(await mayCarryPrice(tx, post.creator_id)))
      return refuse({ kind: 'pay_to_unlock_is_off' })
    if (order.pinned && (await countPinned(tx, post.creator_id)) >= POST_LIMITS.pinned)
      return refuse({ kind: 'too_many_pinned' })
    await writeOrder(tx, postId, order)
    const written = await lockPost(tx, post.creator_id, postId)
    return ok({ state: await settleSubmitted(tx, written!, 'creator') })
  })
}

async function submittedBefore(
  tx: Tx,
  actor: Actor,
  postId: string,
): Promise<Result<{ state: PostState }, SubmitRefusal>> {
  const poster = await posterOf(tx, actor)
  if (!poster.ok) return poster
  const post = await lockPost(tx, poster.value.id, postId)
  return post ? ok({ state: post.state }) : refuse({ kind: 'not_there' })
}

/** How many people are named in a post beside its creator. */
async function countNamed(tx: Tx, postId: string): Promise<number> {
  const { named } = await tx
    .selectFrom('releases')
    .select((row) => row.fn.countAll<string>().as('named'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return Number(named)
}

async function writeOrder(tx: Tx, postId: string, order: PostOrder): Promise<void> {
  await tx
    .updateTable('posts')
    .set((set) => ({
      kind: order.kind,
      caption: order.caption,
      tags: order.tags,
      category: order.category,
      publish_at: order.publishAt,
      pinned_at: order.pinned && order.kind !== 'story' ? sql<Date>`app_now()` : null,
      comments_open: order.commentsOpen,
      cover_media_id: order.coverMediaId,
      shown: order.shown,
      shown_stated_at: order.shown && sql<Date>`app_now()`,
      typed: '{}',
      submitted_at: sql<Date>`app_now()`,
      version: set('version', '+', 1),
    }))
    .where('id', '=', postId)
    .execute()
  await writeTerms(tx, postId, order)
  await (order.poll ? createPoll(tx, postId, order.poll) : removePoll(tx, postId))
}
