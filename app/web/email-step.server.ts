import { redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage } from './auth/answers.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { SIGN_IN_TEXTS, wrongEmail } from './auth/texts.ts'
import { codeTooSoon, tooManyCodesUntil } from './code-texts.ts'
import { requestFactsContext } from './context.server.ts'
import { parseForm, refuseForm } from './forms.server.ts'
import { redirectWithToast } from './toast.server.ts'

const EmailForm = z.object({ email: z.string().max(320).default('') })

type Wizard = {
  /** What a newcomer becomes. */
  userType: 'fan' | 'creator'
  /** The page that leads back into the wizard. */
  returnTo: string
  /** Where the code is typed. */
  codePath: string
}

/**
 * Handles a wizard's email form: a code is sent whether or not the address has an account, and nothing is stored before the code is
 * entered.
 */
export async function answerEmailStep(request: Request, context: Readonly<RouterContextProvider>, wizard: Wizard) {
  const form = await parseForm(request, EmailForm)
  const typed = form.ok ? form.value.email.trim() : ''
  const email = form.ok ? normaliseEmail(form.value.email) : null
  const values = { email: typed }
  if (!email) return refuseForm({ status: 400, field: 'email', only: 'field', description: wrongEmail(typed) }, values)
  const { browser, cookie } = browserWithCookie(request)
  const { network } = context.get(requestFactsContext)
  const { userType, returnTo, codePath } = wizard
  const attempt = { mode: 'either', userType } as const
  const result = await orOutage(requestSignInCode({ email, attempt, browser, network, returnTo }))
  if (result.ok) return redirectWithToast(codePath, SIGN_IN_TEXTS.checkInbox, [cookie])
  const { refusal } = result
  const title = 'Authentication Error'
  switch (refusal.kind) {
    case 'too_soon':
      if (refusal.sameBrowser) return redirect(codePath, { status: 303, headers: { 'set-cookie': cookie } })
      return refuseForm({ status: 429, title, description: codeTooSoon(refusal.waitSeconds) }, values)
    case 'too_many_codes':
      return refuseForm({ status: 429, title, description: tooManyCodesUntil(refusal.freeAt) }, values)
    // A code is sent in any case, so neither of these is reported here.
    case 'account_not_found':
    case 'account_already_exists':
    case 'outage':
      return refuseForm({ ...SIGN_IN_TEXTS.outage, status: 503 }, values)
    default:
      return unreachable(refusal)
  }
}
