import type { ListRefusal } from '#app/domain/fans/change-list.server.ts'
import { FAN_LISTS } from '#app/domain/fans/list.ts'
import { unreachable } from '#app/platform/result.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'

/** The form again, with why the list was not saved. */
export function refuseList(refusal: ListRefusal, name: string) {
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm(
        {
          name:
            refusal.problem === 'missing'
              ? 'Give the list a name'
              : `A name has at most ${FAN_LISTS.nameLength} characters`,
        },
        { name },
      )
    case 'name_taken':
      return invalidForm({ name: 'You have a list with this name' }, { name }, 409)
    case 'too_many':
      return refuseForm({ status: 409, description: `You have ${FAN_LISTS.max} lists. Delete one first.` }, { name })
    case 'not_permitted':
      return refuseForm({ status: 403, description: 'You can’t change this now.' }, { name })
    case 'not_there':
      return notFound()
    default:
      return unreachable(refusal)
  }
}
