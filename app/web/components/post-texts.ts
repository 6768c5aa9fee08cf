import { COMMENT, type CommentProblem } from '#app/domain/comments/comment.ts'
import type { CommentDenial } from '#app/domain/comments/policy.ts'
import type { LikeDenial } from '#app/domain/likes/policy.ts'
import type { VoteDenial } from '#app/domain/polls/policy.ts'

export type PostDenial = LikeDenial | CommentDenial | VoteDenial

/** Why somebody can't do what they asked with a post: the status and what they read. */
export const POST_DENIALS: Readonly<Record<PostDenial, { status: number; description: string }>> = {
  not_there: { status: 404, description: 'This post is not here any more.' },
  sign_in_required: { status: 401, description: 'Sign in first.' },
  pass_required: { status: 403, description: 'Get access to this creator first.' },
  unlock_required: { status: 403, description: 'Unlock this post first.' },
  account_closed: { status: 403, description: 'Your account can\u2019t do this now.' },
  profile_incomplete: { status: 403, description: 'Complete your profile first.' },
  comments_closed: { status: 409, description: 'Comments are closed under this post.' },
  own_post: { status: 409, description: 'This is your own post.' },
  you_blocked: { status: 403, description: 'You blocked this creator. Unblock the conversation first.' },
  blocked: { status: 403, description: 'You can\u2019t write or vote here. What you bought stays yours.' },
  poll_closed: { status: 409, description: 'This poll is closed.' },
}

export const TOO_MANY_COMMENTS = `You can write ${COMMENT.perHour} comments in an hour. Wait a little, then try again.`

export function commentProblem(problem: CommentProblem): string {
  return problem === 'empty' ? 'Write something first.' : `A comment has up to ${COMMENT.maxLength} characters.`
}
