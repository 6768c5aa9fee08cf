import { Button } from '#app/ui/button.tsx'
import { AreaField } from '#app/ui/field.tsx'
import { COMMENT } from '#app/domain/comments/comment.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { type KeptComment, useKeptComment } from './use-kept-comment.ts'

type CommentFormProps = {
  /** Without it the form goes to its own page. */
  action?: string
  /** Made with the page, so that a form that is sent twice is one comment. */
  attempt: string
  label: string
  button: string
  /** The fan's comment that this replies to. */
  replyTo?: string
  /** Where the page has comments of several posts. */
  postId?: string
  /** Keeps what was typed where sending it leads to sign-in. */
  kept?: KeptComment
  answer: FormAnswer | undefined
}

/** A comment, or a reply to one. The page may have several: the answer belongs to the one that was sent. */
export function CommentForm({ action, attempt, label, button, replyTo, postId, kept, answer }: CommentFormProps) {
  const mine = answer && (answer.values.replyTo ?? '') === (replyTo ?? '') ? answer : undefined
  const { field, value } = readAnswer(mine)
  const keeping = useKeptComment(kept)
  return (
    <form method="post" action={action} className="stack stack-8" noValidate {...keeping}>
      <FormErrorSummary answer={mine} />
      <input type="hidden" name="attempt" value={value('attempt', attempt)} />
      {postId && <input type="hidden" name="post" value={postId} />}
      {replyTo && <input type="hidden" name="replyTo" value={replyTo} />}
      <AreaField
        label={label}
        rows={2}
        limit={COMMENT.maxLength}
        {...field('comment')}
        id={replyTo && !mine ? `comment-${replyTo}-reply` : 'comment'}
      />
      <Button size="small">{button}</Button>
    </form>
  )
}
