import { Form, redirect } from 'react-router'
import { z } from 'zod'
import { findTotpEnrolment } from '#app/domain/identity/enrol-totp.server.ts'
import { findRecoverySheet, keepRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { skipSecondFactor } from '#app/domain/staff/skip-second-factor.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import adminStylesUrl from '#app/web/admin/admin.css?url'
import { answerDecision } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { pageOf } from '#app/web/admin/review-queue/queue.ts'
import { answerAppCode, answerAppKey, shownKey } from '#app/web/admin/second-factor.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { AddPasskey } from '#app/web/components/passkey-list.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { readReturnTo } from '#app/web/return-to.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { FACTOR_TEXTS } from './texts.ts'
import { FactorCard, type ShownKey, TotpSetup } from './totp-key.tsx'
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

const ENROLMENT_DECISIONS = ['app-key', 'app-code', 'skip', 'saved-codes'] as const
type AddressOf = (decision: (typeof ENROLMENT_DECISIONS)[number]) => string

/** Setting up a second factor that the role requires. Until then the session can open this page only. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (person.enrolsAs) {
    const enrolment = person.freshlyProved ? await findTotpEnrolment(person) : null
    return {
      query: url.search,
      sheet: null,
      setUp: {
        here: pageOf(url, ENROLMENT_DECISIONS),
        role: ROLE_LABELS[person.enrolsAs],
        email: person.email,
        demo: config().demo,
        totp: enrolment && shownKey(request, enrolment),
      },
    }
  }
  const sheet = person.freshlyProved ? await findRecoverySheet(person.id) : null
  if (!sheet) throw redirect(readReturnTo(url.searchParams, context) ?? toAdmin.overview, 303)
  return { query: url.search, sheet, setUp: null }
}

const EnrolmentForm = z.object({ code: z.string().max(100).default('') })

export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const page = pageOf(url, ENROLMENT_DECISIONS)
  const onward = readReturnTo(url.searchParams, context) ?? toAdmin.overview
  const person = context.get(personContext)
  return answerDecision(args, ENROLMENT_DECISIONS, EnrolmentForm, async (decision, { code }) => {
    if (decision === 'app-key') return answerAppKey(person, '', page)
    if (decision === 'app-code') return answerAppCode(person, code, page)
    if (decision === 'saved-codes') await keepRecoverySheet(person.id)
    else {
      const skipped = await skipSecondFactor(person)
      if (!skipped.ok && skipped.refusal.kind === 'nothing_to_skip') return redirect(onward, 303)
      if (!skipped.ok) return { description: 'Your role needs a second step. You can’t skip it here.', status: 403 }
    }
    return { ...FACTOR_TEXTS.welcome, at: onward }
  })
}

export default function Enrolment({ loaderData, actionData }: Route.ComponentProps) {
  const addressOf: AddressOf = (decision) => to.enrolmentDecision(decision) + loaderData.query
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <FormErrorSummary answer={actionData} />
      {loaderData.setUp ? (
        <Choice {...loaderData.setUp} addressOf={addressOf} error={readAnswer(actionData).error('code')} />
      ) : (
        <>
          <h1 className="text-h1">Recovery codes</h1>
          <RecoverySheet codes={loaderData.sheet ?? []} action={addressOf('saved-codes')} />
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  here: string
  addressOf: AddressOf
  role: string
  email: string
  demo: boolean
  totp: ShownKey | null
  error?: string
}

function Choice({ here, addressOf, role, email, demo, totp, error }: ChoiceProps) {
  return (
    <>
      <div className="stack stack-4">
        <h1 className="text-h1">Set up your second step</h1>
        <p className="text-secondary">
          Signed in as <b>{email}</b>, {role}. This role needs a second step at every sign-in, so that a stolen password
          is not enough. Choose one of the two.
        </p>
      </div>
      {demo && <SkipInDemo action={addressOf('skip')} />}
      <FactorCard id="authenticator" title="Authenticator app">
        <TotpSetup totp={totp} addressOf={addressOf} error={error} wide />
      </FactorCard>
      <FactorCard id="passkey" title="Passkey">
        <p className="text-secondary">Use the fingerprint, face or screen lock of this device instead of a code.</p>
        <AddPasskey returnTo={here} refusedReason={null} />
      </FactorCard>
      <form method="post" action={to.signOut}>
        <Button variant="quiet" wide icon="log-out">
          Sign Out
        </Button>
      </form>
    </>
  )
}

function SkipInDemo({ action }: { action: string }) {
  return (
    <Banner
      tone="neutral"
      title="This is a demo"
      action={
        <Form method="post" action={action}>
          <Button>Skip in this demo</Button>
        </Form>
      }
    >
      You can continue without it.
    </Banner>
  )
}
