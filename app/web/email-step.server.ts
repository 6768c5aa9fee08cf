import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { normaliseEmail } from '#app/domain/identity/email.ts'
import { requestSignInCode } from '#app/domain/identity/request-sign-in-code.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage } from './auth/answers.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { SIGN_IN_TEXTS } from './auth/texts.ts'
import type { EmailAnswer } from './components/email-form.tsx'
import { requestFactsContext } from './context.server.ts'
import { parseForm } from './forms.server.ts'
import { redirectWithToast } from './toast.server.ts'

const EmailForm = z.object({ email: z.string().max(320).default('') })

type Wizard = {
  /** What a newcomer becomes. */
  userType: 'fan' | 'creator'
  /** A `returnTo` of return-route.ts that leads back into the wizard. */
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
  if (!email) {
    const emailError = typed === '' ? 'Enter your email address' : 'Enter an email address like name@mail.com'
    return data<EmailAnswer>({ email: typed, emailError }, 400)
  }
  const { browser, cookie } = browserWithCookie(request)
  const { network } = context.get(requestFactsContext)
  const { userType, returnTo, codePath } = wizard
  const attempt = { mode: 'either', userType } as const
  const result = await orOutage(requestSignInCode({ email, attempt, browser, network, returnTo }))
  if (result.ok) return redirectWithToast(codePath, SIGN_IN_TEXTS.checkInbox, [cookie])
  const { refusal } = result
  const error = (status: number, description: string) =>
    data<EmailAnswer>({ email: typed, error: { title: 'Authentication Error', description } }, status)
  switch (refusal.kind) {
    case 'too_soon':
      if (refusal.sameBrowser) return redirect(codePath, { status: 303, headers: { 'set-cookie': cookie } })
      return error(429, `A code was sent a moment ago. Please try again in ${refusal.waitSeconds} seconds.`)
    case 'too_many_codes':
      return error(429, 'You asked for too many codes. Please try again later.')
    // A code is sent in any case, so neither of these is reported here.
    case 'account_not_found':
    case 'account_already_exists':
    case 'outage':
      return data<EmailAnswer>({ email: typed, error: SIGN_IN_TEXTS.outage }, 503)
    default:
      return unreachable(refusal)
  }
}
