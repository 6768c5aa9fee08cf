import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { signInStaff, type StaffSignInRefusal } from '#app/domain/staff/sign-in-staff.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { actorContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { type FormRefused, invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import ownerLoginStylesUrl from './owner-login.css?url'
import { deviceOf } from '#app/web/device.server.ts'
import { type Failure, leaveIfSignedIn, orFailure, welcomeStaff } from '#app/web/auth/staff-answers.server.ts'
import { STAFF_TEXTS, triesText, waitText } from './staff-texts.ts'
import { inLine } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/owner-login'

export const handle = {
  audience: 'everyone',
  policy: { GET: 'everybody', POST: 'everybody' },
  title: 'Owner login',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: ownerLoginStylesUrl }]

export function loader({ url, context }: Route.LoaderArgs) {
  leaveIfSignedIn(context.get(actorContext), readReturnTo(url.searchParams, context))
  return null
}

const LoginForm = z.object({
  email: z.string().max(400).default(''),
  secret: z.string().max(2_000).default(''),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const returnTo = readReturnTo(url.searchParams, context)
  const form = await parseForm(request, LoginForm)
  if (!form.ok) return refuseForm({ ...failed(STAFF_TEXTS.failed), status: 400 })
  const email = form.value.email.trim()
  const secret = form.value.secret.trim()
  if (email === '' || secret === '') {
    const missing = {
      ...(email === '' && { email: 'Enter your email address' }),
      ...(secret === '' && { secret: 'Enter your secret key or password' }),
    }
    return invalidForm(missing, { email })
  }
  const deviceCookie = readCookie(request, 'staff_device')
  const result = await orFailure(signInStaff({ email, secret, device: deviceOf(context), deviceCookie }))
  if (!result.ok) return refuseForm(refusalOf(result.refusal), { email })
  if (result.value.kind === 'signed_in') return welcomeStaff(result.value, returnTo)
  const cookie = setCookie('staff_step', result.value.stepToken)
  return redirect(withReturnTo(to.staffSecondFactor, returnTo), { status: 303, headers: { 'set-cookie': cookie } })
}

function failed(text: { title: string; description: string }) {
  return { field: 'email', only: 'summary', description: inLine(text) } as const
}

function refusalOf(refusal: StaffSignInRefusal | Failure): FormRefused {
  switch (refusal.kind) {
    case 'wrong':
      return {
        status: 401,
        ...failed(STAFF_TEXTS.failed),
        note: triesText(refusal.left, STAFF_SIGN_IN.wrongPerAddress, STAFF_SIGN_IN.windowMinutes),
      }
    case 'wait':
      return { status: 429, ...failed(waitText(refusal.waitSeconds)) }
    case 'busy':
      return { status: 503, ...failed(STAFF_TEXTS.busy) }
    case 'database':
      return { status: 503, ...failed(STAFF_TEXTS.database) }
    case 'error':
      return { status: 500, ...failed(STAFF_TEXTS.error) }
    default:
      return unreachable(refusal)
  }
}

export default function OwnerLogin({ actionData }: Route.ComponentProps) {
  const { error, value } = readAnswer(actionData)
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="owner-login">
      <div className="owner-login-head">
        <span className="owner-login-sign">
          <Icon name="key-round" />
        </span>
        <h1 className="text-h1">Owner login</h1>
        <p className="text-secondary">Team members sign in here too</p>
      </div>
      <FormErrorSummary answer={actionData} />
      <Form method="post" className="card owner-login-card stack stack-16" noValidate>
        <EmailField
          label="Owner email"
          autoComplete="username"
          leading={<Icon name="mail" size={20} />}
          defaultValue={value('email')}
          error={error('email')}
        />
        <SecretField error={error('secret')} />
        <Button variant="primary" wide pending={pending} pendingLabel="Authenticating...">
          Access Platform
        </Button>
      </Form>
      <a className="owner-login-back" href={to.home}>
        <Icon name="arrow-left" size={20} />
        Back to home
      </a>
      <p className="text-muted text-center">
        You stay signed in for up to 24 hours (owner) or 8 hours (team), less when inactive. Every sign-in is logged.
      </p>
    </div>
  )
}

/** Shown as dots; with script a button reveals it. */
function SecretField({ error }: { error?: string }) {
  const [visible, setVisible] = useState(false)
  const hydrated = useHydrated()
  return (
    <TextField
      label="Secret key"
      hint="Team members type their password."
      name="secret"
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      required
      leading={<Icon name="lock" size={20} />}
      trailing={
        hydrated && (
          <button
            type="button"
            className="secret-toggle"
            aria-pressed={visible}
            aria-label="Show secret key"
            onClick={() => setVisible(!visible)}
          >
            <Icon name={visible ? 'eye-off' : 'eye'} size={20} />
            {visible ? 'Hide' : 'Show'}
          </button>
        )
      }
      error={error}
    />
  )
}
