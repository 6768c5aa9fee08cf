import { redirect } from 'react-router'
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
import { actorContext } from '#app/web/context.server.ts'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { PasskeySignIn } from '#app/web/components/passkey-sign-in.tsx'
import { clearCookie, readCookie } from '#app/web/cookies.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import ownerLoginStylesUrl from './owner-login.css?url'
import { deviceOf } from '#app/web/device.server.ts'
import {
  type Failure,
  factorOf,
  failureOf,
  leaveIfSignedIn,
  orFailure,
  signInFailed,
  welcomeStaff,
} from '#app/web/auth/staff-answers.server.ts'
import { StaffSignInFrame } from './staff-sign-in-frame.tsx'
import { STAFF_TEXTS } from './staff-texts.ts'
import { openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/owner-second-factor'

export const handle = openForm('Second step', { shell: 'bare' })

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

function refusalAnswer(refusal: StepRefusal | Failure, returnTo: string | null) {
  switch (refusal.kind) {
    case 'step_ended':
      return beginAgain(returnTo)
    case 'wrong_factor': {
      const note = `${refusal.left} of ${STAFF_SIGN_IN.triesPerStep} tries left, then you begin again.`
      return refuseForm({ ...signInFailed(STAFF_TEXTS.wrongFactor, 401, 'code'), note })
    }
    case 'wait':
    case 'database':
    case 'error':
      return refuseForm(failureOf(refusal, 'code'))
    default:
      return unreachable(refusal)
  }
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffSignInFrame
      icon="shield-check"
      title="One more step"
      note={
        <>
          Signing in as <b translate="no">{loaderData.email}</b>
        </>
      }
      answer={actionData}
      below={<PasskeySignIn action={loaderData.here} label="Use a passkey" />}
      back={{ href: loaderData.startHref, label: 'Start over' }}
    >
      <OneTimeCodeField
        recovery
        label="Code"
        hint="The 6 digits of your authenticator app, or one of your recovery codes."
        required
        error={readAnswer(actionData).error('code')}
      />
    </StaffSignInFrame>
  )
}
