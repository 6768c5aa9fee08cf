import { chooseSaleMails } from '#app/domain/notifications/choose-sale-mails.server.ts'
import { SaleMailsForm } from '#app/domain/notifications/sale-mails.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import type { Route } from './+types/sale-mails'

export const handle = { audience: 'members', policy: { POST: 'complete' } } satisfies RouteHandle

/** The form of mails about sales, which stands on a creator's page of notifications. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, SaleMailsForm)
  if (!form.ok)
    return redirectWithToast(to.notificationChoices, {
      title: 'Not saved',
      description: 'Choose one of the prices, or no mails about sales.',
      tone: 'error',
    })
  await chooseSaleMails(context.get(personContext), form.value.from ?? null)
  return redirectWithToast(to.notificationChoices, PROFILE_TEXTS.choicesSaved)
}
