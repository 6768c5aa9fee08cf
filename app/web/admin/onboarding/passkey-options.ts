import { passkeyRegistrationOptions } from '#app/domain/identity/passkey-options.server.ts'
import { requireSetup } from '#app/web/admin/onboarding/setup.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkey-options'

export const handle = { audience: 'everyone', policy: { POST: 'everybody' } } satisfies RouteHandle

/** A challenge for creating a passkey, for the set-up that this browser has started. */
export async function action({ request }: Route.ActionArgs) {
  const { setup } = await requireSetup(request)
  const { browser, cookie } = browserWithCookie(request)
  const person = { id: setup.profileId, email: setup.email, displayName: setup.displayName }
  return Response.json(await passkeyRegistrationOptions(person, browser), { headers: { 'set-cookie': cookie } })
}
