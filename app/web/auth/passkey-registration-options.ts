import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { requirePerson } from '#app/web/middleware/actor.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import type { Route } from './+types/passkey-registration-options'

export function loader() {
  throw new Response('Send this form by POST.', { status: 405, headers: { allow: 'POST' } })
}

/** A challenge for a new passkey of the signed-in person, in this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requirePerson(context)
  const { browser, cookie } = browserWithCookie(request)
  return Response.json(await passkeyRegistrationOptions(actor, browser), { headers: { 'set-cookie': cookie } })
}
