import { publish } from '#app/domain/events/publish.server.ts'
import { findNewPoll } from '#app/domain/polls/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { invariant } from '#app/platform/invariant.ts'
import { canChangeState, type ChangedBy, stateOfSubmitted } from '../lifecycle.ts'
import { needsReview } from '../policy.ts'
import { expiryOf, kindOfPost, POST_LIMITS, type PostState } from '../post.ts'
import { typedOf } from '../typed-post.ts'
import { type MediumRow, type PostRow, readMedia } from './post-row.server.ts'

/**
 * Moves a submitted post, which the caller has locked, to where it belongs now. Repeated, it does nothing more. Publishing writes one row of
 * the outbox: its followers are notified by jobs.
 */
export async function settleSubmitted(tx: Tx, post: PostRow, by: ChangedBy): Promise<PostState> {
  const at = now()
  const media = await readMedia(tx, post.id)
  const state = stateOfSubmitted(
    {
      media: stateOfMedia(media),
      needsReview: post.reviewed_at === null && (await isReviewed(tx, post.creator_id)),
      publishAt: post.publish_at,
    },
    at,
  )
  if (state === post.state) return state
  invariant(canChangeState(post.state, state, by), `a post goes from ${post.state} to ${state}`)
  const publishedAt = state === 'published' ? at : state === 'scheduled' ? post.publish_at : null
  const kind = kindOfPost(media, post.kind === 'story')
  await tx
    .updateTable('posts')
    .set({
      state,
      kind: post.kind === 'live_replay' ? post.kind : kind,
      published_at: publishedAt,
      expires_at: state === 'published' ? expiryOf(kind, at) : null,
      ...(state === 'draft' && {
        pinned_at: null,
        typed: JSON.stringify(typedOf(post, await findNewPoll(tx, post.id))),
        submitted_at: null,
      }),
    })
    .where('id', '=', post.id)
    .execute()
  if (state === 'published') await announce(tx, post)
  if (state === 'draft')
    await publish(tx, {
      event: 'post_failed',
      actorId: null,
      objectId: post.id,
      payload: { creator: { id: post.creator_id }, postId: post.id },
    })
  return state
}

/** Notifies followers, as far as the outbox. */
async function announce(tx: Tx, post: PostRow): Promise<void> {
  const creator = await tx
    .selectFrom('profiles')
    .select(['display_name', 'username'])
    .where('id', '=', post.creator_id)
    .executeTakeFirstOrThrow()
  const { username } = creator
  await publish(tx, {
    event: 'post_published',
    actorId: post.creator_id,
    objectId: post.id,
    payload:
      username === null
        ? null
        : {
            creatorId: post.creator_id,
            aboutId: post.creator_id,
            creatorName: creator.display_name ?? username,
            username,
          },
  })
}

function stateOfMedia(media: readonly MediumRow[]): 'ready' | 'processing' | 'failed' {
  if (media.some((medium) => medium.state === 'failed')) return 'failed'
  return media.every((medium) => medium.state === 'ready') ? 'ready' : 'processing'
}

/** Whether a person has to approve the posts of this creator now. */
async function isReviewed(tx: Tx, creatorId: string): Promise<boolean> {
  const reviewed = await tx
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('reviewed_at', 'is not', null)
    .where('state', 'in', ['published', 'archived', 'deleted'])
    .limit(POST_LIMITS.reviewedFirst)
    .execute()
  const flag = await tx
    .selectFrom('account_flags')
    .select('account_id')
    .where('account_id', '=', creatorId)
    .where('cleared_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return needsReview({ reviewedPosts: reviewed.length, flagged: flag !== undefined })
}
