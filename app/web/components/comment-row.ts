import type { CommentView } from '#app/domain/comments/queries.server.ts'
import { to } from '#app/links.ts'
import { sinceWhen } from './post-card-data.ts'

export type Removal = { action: string } | null
export type CommentRow = {
  id: string
  name: string
  body: string
  when: string
  isCreator: boolean
  own: boolean
  /** For its author and for the creator of the post. */
  removal: Removal
  /** At what others wrote. */
  reportHref: string | null
  /** For the creator, at a fan's comment. */
  mute: { action: string } | null
  /** For the creator, what they know of the fan, and the block. */
  fanHref: string | null
  replies: { id: string; body: string; when: string; removal: Removal; reportHref: string | null }[]
}

type Viewer = { postId: string; creatorId: string; actorId: string; at: Date }

/** A comment as its reader sees it, with what the reader may do. */
export function commentRow(comment: CommentView, { postId, creatorId, actorId, at }: Viewer): CommentRow {
  const isOwner = actorId === creatorId
  const own = comment.author.id === actorId
  const removalOf = (commentId: string): Removal => ({ action: to.removeComment(postId, commentId) })
  return {
    id: comment.id,
    name: comment.author.name,
    body: comment.body,
    when: sinceWhen(comment.at, at),
    isCreator: comment.author.isCreator,
    own,
    removal: own || isOwner ? removalOf(comment.id) : null,
    reportHref: own ? null : to.report('comment', comment.id),
    mute: isOwner && !own ? { action: to.muteFan(comment.id) } : null,
    fanHref: isOwner && !own ? to.fan(comment.author.id) : null,
    replies: comment.replies.map((reply) => ({
      id: reply.id,
      body: reply.body,
      when: sinceWhen(reply.at, at),
      removal: isOwner ? removalOf(reply.id) : null,
      reportHref: isOwner ? null : to.report('comment', reply.id),
    })),
  }
}
