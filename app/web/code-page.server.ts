import { codeOf } from '#app/platform/exact-text.ts'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type CodeRefusal, proveCode } from '#app/domain/identity/prove-code.server.ts'
import { findAwaitedCode } from '#app/domain/identity/queries.server.ts'
import { resendSignInCode } from '#app/domain/identity/resend-sign-in-code.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { orOutage, refusalResponse, welcome } from './auth/answers.server.ts'
import { browserWithCookie, deviceOf, knownBrowser } from '#app/web/device.server.ts'
import { inLine, networkPausedText, SIGN_IN_TEXTS } from './auth/texts.ts'
import type { CodePageData } from './components/code-forms.tsx'
import { requestFactsContext } from './context.server.ts'
import { parseForm, refuseForm } from './forms.server.ts'
import { redirectWithToast } from './toast.server.ts'

/** The page where the code is typed, and the first page of the flow: /auth and every wizard have both. */
type Places = { code: string; start: string }

/** The pending sign-in of this browser for the code page; null if it has asked for no code lately. */
export async function loadCodePage(
  request: Request,
): Promise<(CodePageData & { purpose: 'sign_in' | 'sign_up' | 'prove_payment'; live: boolean }) | null> {
  const browser = knownBrowser(request)
  const awaited = browser && (await findAwaitedCode(browser))
  return (
    awaited && {
      email: awaited.email,
      purpose: awaited.purpose,
      waitSeconds: awaited.waitSeconds,
      sentAt: awaited.sentAt.getTime(),
      live: awaited.live,
    }
  )
}

const CodeForm = z.object({
  intent: z.enum(['verify', 'resend']).default('verify'),
  code: z.string().max(40).default(''),
})

function wrongCode(text: { title: string; description: string }) {
  return { status: 400, field: 'code', only: 'field', description: inLine(text) } as const
}

/** Handles the posted code: a session, the same page with an error, or a redirect to the start. */
export async function answerCodeForm(request: Request, context: Readonly<RouterContextProvider>, places: Places) {
  const form = await parseForm(request, CodeForm)
  if (!form.ok) return refuseForm(wrongCode(SIGN_IN_TEXTS.verificationFailed))
  const browser = knownBrowser(request)
  if (!browser) return redirectWithToast(places.start, { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
  if (form.value.intent === 'resend') return resend(request, context.get(requestFactsContext).network, places)

  const code = codeOf(form.value.code)
  if (!/^\d{6}$/.test(code)) return refuseForm(wrongCode(SIGN_IN_TEXTS.verificationFailed))
  const result = await orOutage(proveCode({ code, browser, device: deviceOf(context) }))
  return result.ok ? welcome(result.value, { request, context }) : refusalAnswer(result.refusal)
}

async function resend(request: Request, network: string, places: Places) {
  const { browser, cookie } = browserWithCookie(request)
  const result = await orOutage(resendSignInCode({ browser, network }))
  if (result.ok) return redirectWithToast(places.code, SIGN_IN_TEXTS.codeSent, [cookie])
  if (result.refusal.kind === 'nothing_asked')
    return redirectWithToast(places.start, { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
  return redirectWithToast(places.code, { ...SIGN_IN_TEXTS.failedToResend, tone: 'error' })
}

function refusalAnswer(refusal: CodeRefusal | { kind: 'outage' }) {
  switch (refusal.kind) {
    case 'invalid_code':
      return refuseForm(wrongCode(SIGN_IN_TEXTS.invalidCode))
    case 'network_paused':
      return refuseForm({ ...networkPausedText(refusal.waitSeconds), status: 429 })
    case 'codes_paused':
      return refuseForm({ ...SIGN_IN_TEXTS.codesPaused, status: 429 })
    case 'outage':
      return refuseForm({ ...SIGN_IN_TEXTS.outage, status: 503 })
    case 'account_not_found':
    case 'account_not_active':
    case 'already_registered':
      return refusalResponse(refusal)
    default:
      return unreachable(refusal)
  }
}
