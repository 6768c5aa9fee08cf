import { useState } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import {
  finishStaffSetup,
  type FinishRefusal,
  type StaffSecurityProblems,
} from '#app/domain/staff/finish-staff-setup.server.ts'
import { needsSecondFactor } from '#app/domain/identity/roles.ts'
import { PASSWORD_LENGTH } from '#app/domain/staff/password.ts'
import { newStaffDevice } from '#app/domain/staff/staff-device.server.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { refuse, unreachable } from '#app/platform/result.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { PasswordField } from '#app/web/components/password-field.tsx'
import { usePasskey, usePasskeysWork } from '#app/web/components/use-passkey.ts'
import { clearCookie, setCookie } from '#app/web/cookies.server.ts'
import { browserWithCookie, deviceOf } from '#app/web/device.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FieldErrors, type FormValues, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { requireSetup, setupEnded } from '#app/web/admin/onboarding/setup.server.ts'
import { shownKey } from '#app/web/admin/second-factor.server.ts'
import { INVITE_TEXTS, passwordText, SETUP_TEXTS } from '#app/web/admin/texts.ts'
import { FactorCard, type ShownKey, TotpKeyView } from '#app/web/admin/totp-key.tsx'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { SetupFrame } from './frame.tsx'
import { openForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/security'

export const handle = openForm('Security and permissions', { shell: 'bare' })

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ request }: Route.LoaderArgs) {
  const { setup } = await requireSetup(request)
  if (!setup.displayName || !setup.role) throw redirect(to.staffOnboarding.profile, 303)
  return {
    totp: shownKey(request, setup.totp),
    needed: needsSecondFactor(setup.role),
    skippable: needsSecondFactor(setup.role) && config().demo,
  }
}

const text = z.string().max(1_000).default('')
const ticked = z.string().optional()
const SecurityForm = z.object({
  totp: text,
  credential: z.string().max(60_000).default(''),
  skip: ticked,
  password: text,
  password_again: text,
  terms: ticked,
  sensitive: ticked,
})

export async function action({ request, context }: Route.ActionArgs) {
  const { token } = await requireSetup(request)
  const form = await parseForm(request, SecurityForm)
  if (!form.ok) return invalidForm({ password: passwordText('too_long') })
  const { password, password_again: passwordAgain, terms, sensitive, totp, credential, skip } = form.value
  // What was ticked stays ticked; the passwords are typed again.
  const ticks: FormValues = { ...(terms && { terms }), ...(sensitive && { sensitive }) }
  const typed = {
    password,
    passwordAgain,
    totp,
    passkey: credential,
    factorSkipped: skip !== undefined,
    termsAccepted: terms !== undefined,
    sensitiveAcknowledged: sensitive !== undefined,
  }
  const { browser } = browserWithCookie(request)
  const result = await finishStaffSetup({ setupToken: token, typed, browser, device: deviceOf(context) }).catch(
    (error: unknown) => {
      log.error({ err: error }, 'the account of a new member of staff could not be created')
      return refuse({ kind: 'outage' })
    },
  )
  if (!result.ok) return refusalAnswer(result.refusal, ticks)
  const { factorSetUp, sessionToken, person } = result.value
  return redirectWithToast(
    factorSetUp ? to.staffOnboarding.recoveryCodes : to.staffOnboarding.tour,
    SETUP_TEXTS.welcome,
    [
      setCookie('session', sessionToken),
      setCookie('staff_device', newStaffDevice(person.email)),
      clearCookie('staff_setup'),
    ],
  )
}

function refusalAnswer(refusal: FinishRefusal | { kind: 'outage' }, ticks: FormValues) {
  switch (refusal.kind) {
    case 'setup_ended':
      return setupEnded()
    case 'profile_missing':
      return redirect(to.staffOnboarding.profile, 303)
    case 'invalid':
      return invalidForm(errorsOf(refusal.problems), ticks)
    case 'has_account':
      return refuseForm({ title: 'Error', description: INVITE_TEXTS.hasAccount, status: 409 }, ticks)
    case 'busy':
      return refuseForm({ ...SETUP_TEXTS.busy, status: 503 }, ticks)
    case 'outage':
      return refuseForm({ ...SETUP_TEXTS.outage, status: 503 }, ticks)
    default:
      return unreachable(refusal)
  }
}

function errorsOf(problems: StaffSecurityProblems): FieldErrors {
  return {
    ...(problems.totp && { totp: SETUP_TEXTS.wrongTotp }),
    ...(problems.factor && { totp: SETUP_TEXTS.factorMissing }),
    ...(problems.passkey && { passkey: SETUP_TEXTS.wrongPasskey }),
    ...(problems.password && { password: problems.password.map(passwordText).join('. ') }),
    ...(problems.passwordAgain && { password_again: SETUP_TEXTS.passwordsDiffer }),
    ...(problems.terms && { terms: SETUP_TEXTS.terms }),
    ...(problems.sensitive && { sensitive: SETUP_TEXTS.sensitive }),
  }
}

export default function SecurityStep({ loaderData, actionData }: Route.ComponentProps) {
  const { error, value } = readAnswer(actionData)
  const pending = useNavigation().state === 'submitting'
  return (
    <SetupFrame step={3}>
      <FormErrorSummary answer={actionData} />
      <h1 className="text-h1">Security and permissions</h1>
      <Form method="post" className="stack stack-16" noValidate>
        <Authenticator totp={loaderData.totp} needed={loaderData.needed} error={error('totp')} />
        <PasskeyChoice error={error('passkey')} />
        <PasswordField
          label="Password"
          name="password"
          hint={`At least ${PASSWORD_LENGTH.min} characters. A sentence is fine.`}
          error={error('password')}
        />
        <PasswordField label="Password again" name="password_again" error={error('password_again')} />
        <CheckboxField
          label={
            <>
              I accept the{' '}
              <a className="link" href={to.adminTerms} target="_blank" rel="noreferrer">
                Admin Terms of Use
              </a>
            </>
          }
          name="terms"
          value="yes"
          defaultChecked={value('terms') !== ''}
          error={error('terms')}
        />
        <CheckboxField
          label="I acknowledge access to sensitive platform data"
          name="sensitive"
          value="yes"
          defaultChecked={value('sensitive') !== ''}
          error={error('sensitive')}
        />
        <StickyFoot>
          <div className="setup-foot">
            <LinkButton href={to.staffOnboarding.profile} wide>
              Back
            </LinkButton>
            <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
              Continue
            </Button>
          </div>
          {loaderData.skippable && (
            <Button wide variant="quiet" name="skip" value="yes">
              Skip in this demo
            </Button>
          )}
        </StickyFoot>
      </Form>
    </SetupFrame>
  )
}

function Authenticator({ totp, needed, error }: { totp: ShownKey; needed: boolean; error?: string }) {
  return (
    <FactorCard
      id="authenticator"
      title="Authenticator code"
      chip={<Chip>{needed ? 'This or a passkey' : 'Optional'}</Chip>}
    >
      <TotpKeyView totp={totp} />
      <OneTimeCodeField
        label="Code from the app"
        name="totp"
        hint="After this you need a code each time you sign in."
        error={error}
      />
    </FactorCard>
  )
}

/** The passkey is created now and stored with the form: the account doesn't exist before. */
function PasskeyChoice({ error }: { error?: string }) {
  const works = usePasskeysWork()
  const [credential, setCredential] = useState('')
  const { busy, ask } = usePasskey('register', (made) => setCredential(made), to.staffOnboarding.passkeyOptions)
  return (
    <FactorCard
      id="passkey-title"
      title="Passkey"
      chip={
        credential !== '' &&
        !error && (
          <Chip tone="success" icon="check">
            Ready
          </Chip>
        )
      }
    >
      <p className="text-secondary">
        Instead of the app, use the fingerprint, face or screen lock of this device as the second step.
      </p>
      <input type="hidden" name="credential" value={credential} />
      <Button
        type="button"
        id="passkey"
        icon="fingerprint-pattern"
        pending={busy && credential === ''}
        pendingLabel="Waiting for your device..."
        disabledReason={works ? null : 'Passkeys need JavaScript and a device that supports them.'}
        onClick={ask}
      >
        {credential === '' ? 'Use a passkey on this device' : 'Create another passkey'}
      </Button>
      {error && <p className="field-error">{error}</p>}
    </FactorCard>
  )
}
