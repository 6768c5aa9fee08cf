import { SubscriptionForm } from '#app/domain/notifications/push-message.ts'
import { turnOffPush } from '#app/domain/notifications/turn-off-push.server.ts'
import { type PushRefusal, turnOnPush } from '#app/domain/notifications/turn-on-push.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/push'

// For the script of the page.
export const handle = { audience: 'members', policy: { POST: 'complete' } } satisfies RouteHandle

export type PushAnswer = { error: string | null }

const UNKNOWN_SERVICE = 'We do not know the push service of this browser.'
const REFUSALS: Record<PushRefusal['kind'], string> = {
  not_offered: 'Phone alerts are not offered here.',
  not_a_push_service: UNKNOWN_SERVICE,
  not_this_browser: 'Reload the page, then try again.',
}

/** Turns alerts on for the browser of this session, or off. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  if (url.pathname === to.turnOffPush) {
    await turnOffPush(person)
    return answer(null, 200)
  }
  const form = await parseForm(request, SubscriptionForm)
  if (!form.ok) return answer(UNKNOWN_SERVICE, 400)
  const result = await turnOnPush(person, form.value)
  return result.ok ? answer(null, 200) : answer(REFUSALS[result.refusal.kind], 409)
}

function answer(error: string | null, status: number): Response {
  return Response.json({ error } satisfies PushAnswer, { status })
}
