import type { CommentRefusal } from '#app/domain/comments/add-comment.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { commentProblem, TOO_MANY_COMMENTS } from '#app/web/components/post-texts.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'

/** The answer to a comment that can't be stored as it is, whoever wrote it. */
export function refuseComment(refusal: Exclude<CommentRefusal, { kind: 'not_permitted' }>, typed: FormValues) {
  const field = 'comment'
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm({ comment: commentProblem(refusal.problem) }, typed)
    case 'too_many':
      return refuseForm({ status: 429, description: TOO_MANY_COMMENTS, field }, typed)
    case 'no_such_comment':
      return refuseForm({ status: 409, description: 'The comment that you reply to is gone.', field }, typed)
    default:
      return unreachable(refusal)
  }
}
