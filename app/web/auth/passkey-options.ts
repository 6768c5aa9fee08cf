import { passkeySignInOptions } from '#app/domain/identity/passkey-options.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import type { Route } from './+types/passkey-options'

export function loader() {
  throw new Response('A challenge is asked for by a form.', { status: 405, headers: { allow: 'POST' } })
}

/** A challenge for this browser, to sign in with or as the second step. It is the same for everybody and stores nothing. */
export async function action({ request }: Route.ActionArgs) {
  const { browser, cookie } = browserWithCookie(request)
  return Response.json(await passkeySignInOptions(browser), { headers: { 'set-cookie': cookie } })
}
