import { QuietHoursForm } from '#app/domain/notifications/quiet-hours.ts'
import { setQuietHours } from '#app/domain/notifications/set-quiet-hours.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import type { Route } from './+types/quiet-hours'

export const handle = { audience: 'members', policy: { POST: 'complete' } } satisfies RouteHandle

/** The form of quiet hours, which stands on the page of notifications. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, QuietHoursForm)
  if (!form.ok)
    return redirectWithToast(to.notificationChoices, {
      title: 'Not saved',
      description: 'Choose two different hours for the beginning and the end of your quiet hours.',
      tone: 'error',
    })
  await setQuietHours(context.get(personContext), form.value)
  return redirectWithToast(to.notificationChoices, PROFILE_TEXTS.choicesSaved)
}
