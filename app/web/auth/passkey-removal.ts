import { z } from 'zod'
import { removePasskey } from '#app/domain/identity/remove-passkey.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage } from '#app/web/auth/answers.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { validateReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { deniedText, PASSKEY_TEXTS } from './passkey-texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/passkey-removal'

export const handle = {
  audience: 'everyone',
  policy: { POST: { who: 'signed_in', fresh: 'security' } },
} satisfies RouteHandle

const RemovalForm = z.object({
  current: z.string().max(100).default(''),
  returnTo: z.string().max(500).default(''),
})

/** Removes one of the person's own passkeys. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await parseForm(request, RemovalForm)
  if (!form.ok) return redirectWithToast(to.security, { ...PASSKEY_TEXTS.notFound, tone: 'error' })
  const { current } = form.value
  const back = validateReturnTo(form.value.returnTo, context) ?? to.security
  const { passkeyId } = params
  const result = await orOutage(removePasskey(context.get(actorContext), { passkeyId, current }))
  if (result.ok) return redirectWithToast(back, PASSKEY_TEXTS.removed)
  switch (result.refusal.kind) {
    case 'denied':
      return redirectWithToast(back, { ...deniedText(result.refusal.reason), tone: 'error' })
    case 'wrong_current':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.wrongCurrent, tone: 'error' })
    case 'passkey_not_found':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.notFound, tone: 'error' })
    case 'outage':
      return redirectWithToast(back, { ...PASSKEY_TEXTS.outage, tone: 'error' })
    default:
      return unreachable(result.refusal)
  }
}
