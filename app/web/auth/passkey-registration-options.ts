import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkey-registration-options'

export const handle = {
  audience: 'everyone',
  policy: { POST: { who: 'signed_in', fresh: 'security', enrolling: true } },
} satisfies RouteHandle

/** A challenge for a new passkey of the signed-in person, in this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const { browser, cookie } = browserWithCookie(request)
  return Response.json(await passkeyRegistrationOptions(actor, browser), { headers: { 'set-cookie': cookie } })
}
