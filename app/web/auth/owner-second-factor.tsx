import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { maskEmail } from '#app/domain/identity/email.ts'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import {
  completeStaffSignIn,
  findStaffSignInStep,
  type StepRefusal,
} from '#app/domain/staff/complete-staff-sign-in.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeySignIn } from '#app/web/components/passkey-sign-in.tsx'
import { clearCookie, readCookie } from '#app/web/cookies.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import ownerLoginStylesUrl from './owner-login.css?url'
import { deviceOf } from '#app/web/device.server.ts'
import { type Failure, factorOf, leaveIfSignedIn, orFailure, welcomeStaff } from '#app/web/auth/staff-answers.server.ts'
import { STAFF_TEXTS, waitText } from './staff-texts.ts'
import { inLine } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/owner-second-factor'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  title: 'Second step',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: ownerLoginStylesUrl }]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const returnTo = readReturnTo(url.searchParams, context)
  leaveIfSignedIn(context.get(actorContext), returnTo)
  const token = readCookie(request, 'staff_step')
  const step = token && (await findStaffSignInStep(token))
  if (!step) throw token ? beginAgain(returnTo) : redirect(withReturnTo(to.staffSignIn, returnTo), 303)
  return {
    email: maskEmail(step.email),
    here: url.pathname + url.search,
    startHref: withReturnTo(to.staffSignIn, returnTo),
  }
}

function beginAgain(returnTo: string | null): Response {
  return redirectWithToast(withReturnTo(to.staffSignIn, returnTo), { ...STAFF_TEXTS.stepEnded, tone: 'error' }, [
    clearCookie('staff_step'),
  ])
}

const FactorForm = z.object({ code: z.string().max(200).default(''), credential: z.string().max(20_000).default('') })

export async function action({ request, url, context }: Route.ActionArgs) {
  const returnTo = readReturnTo(url.searchParams, context)
  const form = await parseForm(request, FactorForm)
  const factor = form.ok ? factorOf(request, form.value) : null
  if (!factor) return refuseForm({ status: 400, field: 'code', description: 'Enter the code' })
  const stepToken = readCookie(request, 'staff_step')
  if (!stepToken) return beginAgain(returnTo)
  const result = await orFailure(completeStaffSignIn({ stepToken, factor, device: deviceOf(context) }))
  return result.ok ? welcomeStaff(result.value, returnTo) : refusalAnswer(result.refusal, returnTo)
}

function failed(text: { title: string; description: string }, status: number, note?: string) {
  return refuseForm({ status, field: 'code', only: 'summary', description: inLine(text), note })
}

function refusalAnswer(refusal: StepRefusal | Failure, returnTo: string | null) {
  switch (refusal.kind) {
    case 'step_ended':
      return beginAgain(returnTo)
    case 'wrong_factor':
      return failed(
        STAFF_TEXTS.wrongFactor,
        401,
        `${refusal.left} of ${STAFF_SIGN_IN.triesPerStep} tries left, then you begin again.`,
      )
    case 'wait':
      return failed(waitText(refusal.waitSeconds), 429)
    case 'database':
      return failed(STAFF_TEXTS.database, 503)
    case 'error':
      return failed(STAFF_TEXTS.error, 500)
    default:
      return unreachable(refusal)
  }
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="owner-login">
      <div className="owner-login-head">
        <span className="owner-login-sign">
          <Icon name="shield-check" />
        </span>
        <h1 className="text-h1">One more step</h1>
        <p className="text-secondary">
          Signing in as <b>{loaderData.email}</b>
        </p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Form method="post" className="card owner-login-card stack stack-16" noValidate>
        <TextField
          label="Code"
          hint="The 6 digits of your authenticator app, or one of your recovery codes."
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          required
          leading={<Icon name="smartphone" size={20} />}
          error={readAnswer(actionData).error('code')}
        />
        <Button variant="primary" wide pending={pending} pendingLabel="Authenticating...">
          Access Platform
        </Button>
      </Form>
      <PasskeySignIn action={loaderData.here} label="Use a passkey" />
      <a className="owner-login-back" href={loaderData.startHref}>
        <Icon name="arrow-left" size={20} />
        Start over
      </a>
    </div>
  )
}
