import { CHAT } from '#app/domain/chat/message.ts'
import { SAVED_REPLIES } from '#app/domain/chat/saved-reply.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'

type ReplyFormProps = {
  answer: FormAnswer | undefined
  reply?: { name: string; body: string }
  button: string
}

/** The name and the text of a saved reply. */
export function ReplyForm({ answer, reply, button }: ReplyFormProps) {
  const { field } = readAnswer(answer)
  return (
    <form method="post" className="stack stack-16" noValidate>
      <FormErrorSummary answer={answer} />
      <TextField
        label="Name"
        hint="One word. Type it after / in a conversation"
        prefix="/"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        limit={SAVED_REPLIES.nameLength}
        {...field('name', reply?.name)}
      />
      <AreaField label="Reply" rows={4} limit={CHAT.maxLength} {...field('text', reply?.body)} />
      <Button variant="primary" wide>
        {button}
      </Button>
    </form>
  )
}
