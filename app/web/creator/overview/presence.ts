import { redirect } from 'react-router'
import { z } from 'zod'
import { setPresence } from '#app/domain/creators/set-presence.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/presence'

export const handle = creatorAction()

const PresenceFields = z.object({ live: z.enum(['true', 'false']) })

/** It is a form, not a page. */
export function loader() {
  return redirect(to.dashboard)
}

/** Go Live, and back. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, PresenceFields)
  const result = form.ok ? await setPresence(context.get(personContext), form.value.live === 'true') : null
  if (result?.ok) return redirect(to.dashboard, 303)
  return redirectWithToast(to.dashboard, {
    title: 'Not live',
    description:
      result?.refusal.kind === 'not_visible'
        ? 'Fans can\u2019t see your page now. You can go live once it is visible.'
        : 'This form could not be read. Please try again.',
    tone: 'error',
  })
}
