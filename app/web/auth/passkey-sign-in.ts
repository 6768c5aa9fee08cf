import { z } from 'zod'
import { signInWithPasskey } from '#app/domain/identity/sign-in-with-passkey.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage, refusalResponse, welcome } from '#app/web/auth/answers.server.ts'
import { browserWithCookie, deviceOf } from '#app/web/device.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PASSKEY_TEXTS } from './passkey-texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkey-sign-in'

export const handle = { audience: 'everyone', policy: { POST: 'everybody' } } satisfies RouteHandle

const PasskeyForm = z.object({
  credential: z.string().max(20_000).default(''),
  returnTo: z.string().max(500).default(''),
})

/** Signs in with a passkey and redirects to `returnTo`, else to the person's own page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, PasskeyForm)
  if (!form.ok) return redirectWithToast(to.signIn, { ...PASSKEY_TEXTS.unknown, tone: 'error' })
  const { browser } = browserWithCookie(request)
  const { credential, returnTo } = form.value
  const result = await orOutage(signInWithPasskey({ credential, browser, device: deviceOf(context) }))
  if (result.ok) {
    const proof = result.value
    const arrival = { request, context }
    if (proof.kind === 'staff') return welcome(proof, arrival)
    return welcome({ ...proof, returnTo }, arrival, PASSKEY_TEXTS.signedIn)
  }
  switch (result.refusal.kind) {
    case 'unknown_passkey':
      return redirectWithToast(to.signIn, { ...PASSKEY_TEXTS.unknown, tone: 'error' })
    case 'account_not_active':
      return refusalResponse(result.refusal)
    case 'outage':
      return redirectWithToast(to.signIn, { ...PASSKEY_TEXTS.outage, tone: 'error' })
    default:
      return unreachable(result.refusal)
  }
}
