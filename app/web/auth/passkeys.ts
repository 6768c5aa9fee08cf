import { z } from 'zod'
import { addPasskey } from '#app/domain/identity/add-passkey.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage } from '#app/web/auth/answers.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { renewedCookie } from '#app/web/cookies.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { validateReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { deniedText, PASSKEY_TEXTS } from './passkey-texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkeys'

export const handle = {
  audience: 'everyone',
  policy: { POST: { who: 'signed_in', fresh: 'security', enrolling: true } },
} satisfies RouteHandle

const PasskeyForm = z.object({
  credential: z.string().max(60_000).default(''),
  name: z.string().default(''),
  returnTo: z.string().max(500).default(''),
})

/** Stores a passkey that this browser has just created. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, PasskeyForm)
  if (!form.ok) return redirectWithToast(to.security, { ...PASSKEY_TEXTS.wrongAnswer, tone: 'error' })
  const { credential, name } = form.value
  const back = validateReturnTo(form.value.returnTo, context) ?? to.security
  const { browser } = browserWithCookie(request)
  const result = await orOutage(addPasskey(context.get(actorContext), { credential, name, browser }))
  if (result.ok) return redirectWithToast(back, PASSKEY_TEXTS.added, renewedCookie(result.value.sessionToken))
  switch (result.refusal.kind) {
    case 'denied':
      return redirectWithToast(back, { ...deniedText(result.refusal.reason), tone: 'error' })
    case 'wrong_answer':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.wrongAnswer, tone: 'error' })
    case 'already_known':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.alreadyKnown, tone: 'error' })
    case 'outage':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.outage, tone: 'error' })
    default:
      return unreachable(result.refusal)
  }
}
