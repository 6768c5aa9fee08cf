import { passkeySignInOptions } from '#app/domain/identity/passkey-options.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkey-options'

export const handle = { audience: 'everyone', policy: { POST: 'everybody' } } satisfies RouteHandle

/** A challenge for this browser, for sign-in or the second step. It does not depend on the account and stores nothing. */
export async function action({ request }: Route.ActionArgs) {
  const { browser, cookie } = browserWithCookie(request)
  return Response.json(await passkeySignInOptions(browser), { headers: { 'set-cookie': cookie } })
}
