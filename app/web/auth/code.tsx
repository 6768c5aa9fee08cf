import { useEffect, useRef, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Button } from '#app/ui/button.tsx'
import { Glyph } from '#app/ui/card.tsx'
import { CodeField } from '#app/ui/code-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { type CodeRefusal, proveCode } from '#app/domain/identity/prove-code.server.ts'
import { findAwaitedCode } from '#app/domain/identity/queries.server.ts'
import { resendSignInCode } from '#app/domain/identity/resend-sign-in-code.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { unreachable } from '#app/platform/result.ts'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { orOutage, turnAway, welcome } from '#app/web/auth/answers.server.ts'
import { browserWithCookie, deviceOf, knownBrowser } from '#app/web/auth/device.server.ts'
import { landingOf } from '#app/web/auth/landing.server.ts'
import { inLine, SIGN_IN_TEXTS } from './texts.ts'
import type { Route } from './+types/code'

export const handle = { shell: 'focused', bottomBar: true, tab: 'profile' } as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Check your inbox', matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const browser = knownBrowser(request)
  const awaited = browser && (await findAwaitedCode(browser))
  if (awaited) {
    const mode = awaited.purpose === 'sign_up' ? 'sign-up' : 'sign-in'
    return {
      email: awaited.email,
      waitSeconds: awaited.waitSeconds,
      sentAt: awaited.sentAt.getTime(),
      live: awaited.live,
      changeHref: `/auth?mode=${mode}`,
    }
  }
  const actor = context.get(actorContext)
  if (actor) throw redirect(await landingOf(actor, null), 303)
  throw redirectWithToast('/auth', { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
}

const CodeForm = z.object({
  intent: z.enum(['verify', 'resend']).default('verify'),
  code: z.string().max(40).default(''),
})

type Shown = { codeError?: string; error?: { title: string; description: string } }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await parseForm(request, CodeForm)
  if (!form.ok) return data<Shown>({ codeError: inLine(SIGN_IN_TEXTS.verificationFailed) }, 400)
  const browser = knownBrowser(request)
  if (!browser) return redirectWithToast('/auth', { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
  if (form.value.intent === 'resend') return resend(request, context.get(requestFactsContext).network)

  const code = form.value.code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(code)) return data<Shown>({ codeError: inLine(SIGN_IN_TEXTS.verificationFailed) }, 400)
  const result = await orOutage(proveCode({ code, browser, device: deviceOf(context) }))
  return result.ok ? welcome(result.value) : refusalAnswer(result.refusal)
}

async function resend(request: Request, network: string) {
  const { browser, cookie } = browserWithCookie(request)
  const result = await orOutage(resendSignInCode({ browser, network }))
  if (result.ok) return redirectWithToast('/auth/code', SIGN_IN_TEXTS.codeSent, [cookie])
  if (result.refusal.kind === 'nothing_asked')
    return redirectWithToast('/auth', { ...SIGN_IN_TEXTS.sessionMissing, tone: 'error' })
  return redirectWithToast('/auth/code', { ...SIGN_IN_TEXTS.failedToResend, tone: 'error' })
}

function refusalAnswer(refusal: CodeRefusal | { kind: 'outage' }) {
  switch (refusal.kind) {
    case 'invalid_code':
      return data<Shown>({ codeError: inLine(SIGN_IN_TEXTS.invalidCode) }, 400)
    case 'codes_paused':
      return data<Shown>({ error: SIGN_IN_TEXTS.codesPaused }, 429)
    case 'outage':
      return data<Shown>({ error: SIGN_IN_TEXTS.outage }, 503)
    case 'account_not_found':
    case 'account_not_active':
    case 'already_registered':
      return turnAway(refusal)
    default:
      return unreachable(refusal)
  }
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, changeHref } = loaderData
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon="mail" large />
      <div className="stack stack-4">
        <h1 className="text-h1">Check your inbox</h1>
        <p className="text-secondary">We sent a 6-digit code to</p>
        <p className="row row-wrap">
          <b>{email}</b>
          <a className="link link-target" href={changeHref}>
            Change
          </a>
        </p>
      </div>
      {actionData?.error && (
        <ErrorSummary title={actionData.error.title} errors={[{ message: actionData.error.description }]} />
      )}
      <VerifyForm error={actionData?.codeError} />
      <ResendForm key={loaderData.sentAt} waitSeconds={loaderData.waitSeconds} />
      <hr className="divider" />
      <p className="row row-top text-secondary">
        <Icon name="link" />
        <span>The link in the same e-mail works too. Code and link are valid {SIGN_IN.codeMinutes} minutes.</span>
      </p>
    </div>
  )
}

function VerifyForm({ error }: { error?: string }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'verify'
  // Before script the button is always open and the server judges; with script it waits for the sixth digit.
  const [digits, setDigits] = useState(6)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // What was typed or filled in before the script came counts as well.
    const frame = requestAnimationFrame(() => setDigits(digitsIn(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Form method="post" className="stack stack-16" onInput={() => setDigits(digitsIn(form.current))} ref={form}>
      <input type="hidden" name="intent" value="verify" />
      <CodeField label="6-digit code" name="code" error={error} onComplete={() => setDigits(6)} />
      <Button
        variant="primary"
        wide
        pending={pending}
        pendingLabel="Verifying..."
        disabledReason={digits < 6 ? 'Type all 6 digits first.' : null}
      >
        Verify code
      </Button>
    </Form>
  )
}

function digitsIn(form: HTMLFormElement | null): number {
  const typed = form && new FormData(form).get('code')
  return typeof typed === 'string' ? typed.replace(/\D/g, '').length : 0
}

function ResendForm({ waitSeconds }: { waitSeconds: number }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'resend'
  const { seconds, live } = useCountdown(waitSeconds)
  return (
    <Form method="post" className="stack stack-8 text-center">
      <input type="hidden" name="intent" value="resend" />
      {seconds > 0 && (
        <p className="text-secondary">
          Resend in <b className="money">{clockText(seconds)}</b>
        </p>
      )}
      {(seconds === 0 || !live) && (
        <Button variant="quiet" pending={pending} pendingLabel="Sending code...">
          Resend code
        </Button>
      )}
    </Form>
  )
}

/** Seconds to go; `live` once script counts them. A new mail starts anew. */
function useCountdown(from: number): { seconds: number; live: boolean } {
  const [state, setState] = useState({ seconds: from, live: false })
  useEffect(() => {
    const end = performance.now() + from * 1_000
    const tick = () => setState({ seconds: Math.max(0, Math.ceil((end - performance.now()) / 1_000)), live: true })
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [from])
  return state
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
