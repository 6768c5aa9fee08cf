import { CHAT } from '#app/domain/chat/message.ts'
import { SAVED_REPLIES } from '#app/domain/chat/saved-reply.ts'
import type { SavedReplyRefusal } from '#app/domain/chat/set-saved-reply.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { FormValues } from '#app/web/form-answer.ts'

/** The form again, with why it was not saved. */
export function refuseReply(refusal: SavedReplyRefusal, values: FormValues) {
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm(problemTexts(refusal.problem), values)
    case 'name_taken':
      return invalidForm({ name: 'You have a saved reply with this name' }, values, 409)
    case 'too_many':
      return refuseForm(
        { status: 409, description: `You have ${SAVED_REPLIES.max} saved replies. Delete one first.` },
        values,
      )
    case 'not_permitted':
      return refuseForm({ status: 403, description: 'You can’t change this now.' }, values)
    case 'not_there':
      return notFound()
    default:
      return unreachable(refusal)
  }
}

function problemTexts({ name, body }: Extract<SavedReplyRefusal, { kind: 'invalid' }>['problem']) {
  return {
    ...(name && {
      name:
        name === 'missing'
          ? 'Give it a name'
          : `Use one word of up to ${SAVED_REPLIES.nameLength} letters or digits, such as friday`,
    }),
    ...(body && {
      text:
        body === 'empty' ? 'Type the reply' : `A reply has at most ${CHAT.maxLength.toLocaleString('en')} characters`,
    }),
  }
}
