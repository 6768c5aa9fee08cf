import { useState } from 'react'
import { redirect } from 'react-router'
import { z } from 'zod'
import { STAFF_SIGN_IN } from '#app/domain/settings/constants.ts'
import { signInStaff, type StaffSignInRefusal } from '#app/domain/staff/sign-in-staff.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { actorContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { type FormRefused, invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import ownerLoginStylesUrl from './owner-login.css?url'
import { deviceOf } from '#app/web/device.server.ts'
import {
  type Failure,
  failureOf,
  leaveIfSignedIn,
  orFailure,
  signInFailed,
  type StaffText,
  welcomeStaff,
} from '#app/web/auth/staff-answers.server.ts'
import { StaffSignInFrame } from './staff-sign-in-frame.tsx'
import { STAFF_TEXTS, triesText } from './staff-texts.ts'
import { openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/owner-login'

export const handle = openForm('Owner login', { shell: 'bare' })

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
  if (!form.ok) return refuseForm(failed(STAFF_TEXTS.failed, 400))
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

function refusalOf(refusal: StaffSignInRefusal | Failure): FormRefused {
  switch (refusal.kind) {
    case 'wrong': {
      const note = triesText(refusal.left, STAFF_SIGN_IN.wrongPerAddress, STAFF_SIGN_IN.windowMinutes)
      return { ...failed(STAFF_TEXTS.failed, 401), note }
    }
    case 'busy':
      return failed(STAFF_TEXTS.busy, 503)
    case 'wait':
    case 'database':
    case 'error':
      return failureOf(refusal, 'email')
    default:
      return unreachable(refusal)
  }
}

const failed = (text: StaffText, status: number): FormRefused => signInFailed(text, status, 'email')

export default function OwnerLogin({ actionData }: Route.ComponentProps) {
  const { error, value } = readAnswer(actionData)
  return (
    <StaffSignInFrame
      icon="key-round"
      title="Owner login"
      note="Team members sign in here too"
      answer={actionData}
      back={{ href: to.home, label: 'Back to home' }}
      foot={
        <p className="text-muted text-center">
          You stay signed in for up to 24 hours (owner) or 8 hours (team), less when inactive. Every sign-in is logged.
        </p>
      }
    >
      <EmailField
        label="Owner email"
        autoComplete="username"
        leading={<Icon name="mail" size={20} />}
        defaultValue={value('email')}
        error={error('email')}
      />
      <SecretField error={error('secret')} />
    </StaffSignInFrame>
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
