import type { MassRefusal } from '#app/domain/chat/create-mass-message.server.ts'
import { MASS } from '#app/domain/chat/mass-message.ts'
import { CHAT } from '#app/domain/chat/message.ts'
import { unreachable } from '#app/platform/result.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { draftProblem, PRICE_TEXTS } from '#app/web/creator/chat-media/texts.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'

/** The form again, with why nothing was sent. */
export function refuseMass(refusal: MassRefusal, values: FormValues) {
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm(
        {
          text:
            refusal.problem === 'empty'
              ? 'Type a message first'
              : `A message has at most ${CHAT.maxLength.toLocaleString('en')} characters`,
        },
        values,
      )
    case 'send_at':
      return invalidForm(
        {
          at:
            refusal.problem === 'past'
              ? 'Choose a time that is still to come'
              : `Choose a time within the next ${MASS.maxDaysAhead} days`,
        },
        values,
      )
    case 'no_list':
      return invalidForm({ to: 'This list is gone. Choose another one' }, values, 409)
    case 'stale_form':
      return refuseForm({ status: 409, description: 'This page is out of date. Reload it and send again.' }, values)
    case 'too_many':
      return refuseForm(
        { status: 429, description: `You have written ${MASS.perDay} in 24 hours. Wait, so that fans read them.` },
        values,
      )
    case 'price_out_of_bounds':
      return invalidForm({ other: PRICE_TEXTS.out_of_bounds }, values)
    case 'media_missing':
    case 'media_not_ready':
    case 'media_failed':
    case 'media_blocked':
      return refuseForm({ status: 409, description: draftProblem(refusal) }, values)
    case 'not_permitted':
      return refuseForm(
        { status: 403, description: 'Your page is hidden, so nothing can be sent. Nothing was sent.' },
        values,
      )
    default:
      return unreachable(refusal)
  }
}
