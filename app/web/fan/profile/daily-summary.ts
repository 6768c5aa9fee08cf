import { chooseDigest } from '#app/domain/notifications/choose-digest.server.ts'
import { DigestForm } from '#app/domain/notifications/digest.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import type { Route } from './+types/daily-summary'

export const handle = { audience: 'members', policy: { POST: 'complete' } } satisfies RouteHandle

/** The form of the daily summary, which stands on the page of notifications. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, DigestForm)
  if (!form.ok)
    return redirectWithToast(to.notificationChoices, {
      title: 'Not saved',
      description: 'Choose when mails come, and the hour of your daily summary.',
      tone: 'error',
    })
  const { mails: allMails, hour } = form.value
  await chooseDigest(context.get(personContext), { allMails, hour })
  return redirectWithToast(to.notificationChoices, PROFILE_TEXTS.choicesSaved)
}
