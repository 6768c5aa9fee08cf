import { Form, redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { findTotpEnrolment } from '#app/domain/identity/enrol-totp.server.ts'
import { findRecoverySheet, keepRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { skipSecondFactor } from '#app/domain/staff/skip-second-factor.server.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import adminStylesUrl from '#app/web/admin/admin.css?url'
import { answerTotpSetup } from '#app/web/admin/second-factor.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { AddPasskey } from '#app/web/components/passkey-list.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { qrOf } from '#app/web/qr.server.ts'
import { readReturnTo } from '#app/web/return-to.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { FACTOR_TEXTS } from './texts.ts'
import { type ShownKey, TotpSetup } from './totp-key.tsx'
import type { Route } from './+types/enrolment'

export const handle = {
  audience: 'staff',
  policy: { GET: 'enrolling', POST: { who: 'enrolling', fresh: 'here' } },
  title: 'Set up your second step',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminStylesUrl },
  { rel: 'stylesheet', href: teamStylesUrl },
]

/** Setting up a second factor that the role requires. Until then the session can open this page only. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (person.enrolsAs)
    return { sheet: null, setUp: { ...(await setUpOf(person, person.enrolsAs)), here: url.pathname + url.search } }
  const sheet = person.freshlyProved ? await findRecoverySheet(person.id) : null
  if (!sheet) throw redirect(readReturnTo(url.searchParams, context) ?? to.admin.overview, 303)
  return { sheet, setUp: null }
}

async function setUpOf(person: Person, role: NonNullable<Person['enrolsAs']>) {
  const enrolment = person.freshlyProved ? await findTotpEnrolment(person) : null
  return {
    role: ROLE_LABELS[role],
    email: person.email,
    demo: config().demo,
    totp: enrolment && { secret: enrolment.secret, qr: qrOf(enrolment.address) },
  }
}

const EnrolmentForm = z.object({
  intent: z.enum(['begin', 'confirm', 'skip', 'codes-kept']),
  code: z.string().max(100).default(''),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const here = url.pathname + url.search
  const onward = readReturnTo(url.searchParams, context) ?? to.admin.overview
  const person = context.get(personContext)
  const form = await parseForm(request, EnrolmentForm)
  if (!form.ok) return refuseForm({ description: FACTOR_TEXTS.nothingBegun, status: 400 })
  const { intent, code } = form.value
  switch (intent) {
    case 'begin':
    case 'confirm':
      return answerTotpSetup(person, { intent, code }, here)
    case 'skip': {
      const skipped = await skipSecondFactor(person)
      if (skipped.ok) return redirectWithToast(onward, FACTOR_TEXTS.welcome)
      if (skipped.refusal.kind === 'nothing_to_skip') return redirect(onward, 303)
      return refuseForm({ description: 'Your role needs a second step. You can’t skip it here.', status: 403 })
    }
    case 'codes-kept':
      await keepRecoverySheet(person.id)
      return redirectWithToast(onward, FACTOR_TEXTS.welcome)
    default:
      return unreachable(intent)
  }
}

export default function Enrolment({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <FormErrorSummary answer={actionData} />
      {loaderData.setUp ? (
        <Choice {...loaderData.setUp} error={readAnswer(actionData).error('code')} />
      ) : (
        <>
          <h1 className="text-h1">Recovery codes</h1>
          <RecoverySheet codes={loaderData.sheet ?? []} label="I saved these codes" />
        </>
      )}
    </div>
  )
}

type ChoiceProps = { here: string; role: string; email: string; demo: boolean; totp: ShownKey | null; error?: string }

function Choice({ here, role, email, demo, totp, error }: ChoiceProps) {
  return (
    <>
      <div className="stack stack-4">
        <h1 className="text-h1">Set up your second step</h1>
        <p className="text-secondary">
          Signed in as <b>{email}</b>, {role}. This role needs a second step at every sign-in, so that a stolen password
          is not enough. Choose one of the two.
        </p>
      </div>
      {demo && <SkipInDemo />}
      <Card as="section" padded aria-labelledby="authenticator" className="stack stack-16">
        <h2 className="text-h3" id="authenticator">
          Authenticator app
        </h2>
        <TotpSetup totp={totp} error={error} wide />
      </Card>
      <Card as="section" padded aria-labelledby="passkey" className="stack stack-16">
        <h2 className="text-h3" id="passkey">
          Passkey
        </h2>
        <p className="text-secondary">Use the fingerprint, face or screen lock of this device instead of a code.</p>
        <AddPasskey returnTo={here} refusedReason={null} />
      </Card>
      <form method="post" action={to.signOut}>
        <Button variant="quiet" wide icon="log-out">
          Sign Out
        </Button>
      </form>
    </>
  )
}

function SkipInDemo() {
  return (
    <Banner
      tone="neutral"
      title="This is a demo"
      action={
        <Form method="post">
          <Button name="intent" value="skip">
            Skip in this demo
          </Button>
        </Form>
      }
    >
      You can continue without it.
    </Banner>
  )
}
