import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { findTotpEnrolment } from '#app/domain/identity/enrol-totp.server.ts'
import { listPasskeys } from '#app/domain/identity/list-passkeys.server.ts'
import { listSessions } from '#app/domain/identity/queries.server.ts'
import { removeTotp } from '#app/domain/identity/remove-totp.server.ts'
import {
  countRecoveryCodes,
  findRecoverySheet,
  keepRecoverySheet,
  renewRecoveryCodes,
} from '#app/domain/identity/renew-recovery-codes.server.ts'
import { canRemoveTotp, canSetUpTotp, type FactorReason } from '#app/domain/identity/second-factor-policy.ts'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import type { Verdict } from '#app/platform/verdict.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { TextField } from '#app/ui/field.tsx'
import { answerTotpSetup, factorRefused } from '#app/web/admin/second-factor.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeyList } from '#app/web/components/passkey-list.tsx'
import { SignOutEverywhere } from '#app/web/components/sign-out-everywhere.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { qrOf } from '#app/web/qr.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { FACTOR_TEXTS } from './texts.ts'
import { TotpSetup } from './totp-key.tsx'
import type { Route } from './+types/security'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff', POST: { who: 'staff', fresh: 'here' } },
  title: 'Security',
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const [facts, enrolment, sheet, codesLeft, passkeys, sessions] = await Promise.all([
    factorFacts(actor.id),
    actor.freshlyProved ? findTotpEnrolment(actor) : null,
    actor.freshlyProved ? findRecoverySheet(actor.id) : null,
    countRecoveryCodes(actor.id),
    listPasskeys(actor.id),
    listSessions(actor),
  ])
  return {
    totp: facts.totp,
    mayChange: mayChange(canSetUpTotp(actor, facts)),
    totpRemovable: mayChange(canRemoveTotp(actor, facts)),
    enrolment: enrolment && { secret: enrolment.secret, qr: qrOf(enrolment.address) },
    // The codes are shown only after a fresh proof.
    proveAt: actor.freshlyProved || !(await hasSheet(actor.id)) ? null : proofPathTo(to.admin.security),
    sheet,
    otherSessions: sessions.filter(({ id }) => id !== actor.sessionId).length,
    codesLeft,
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      addedOn: showDate(passkey.createdAt),
      usedOn: passkey.lastUsedAt && showDate(passkey.lastUsedAt),
    })),
  }
}

/** A missing fresh proof doesn't disable the form: the action asks for it. */
function mayChange(verdict: Verdict<FactorReason>): boolean {
  return verdict.allowed || verdict.reason === 'proof_needed'
}

async function hasSheet(profileId: string): Promise<boolean> {
  return (await findRecoverySheet(profileId)) !== null
}

const SecurityForm = z.object({
  intent: z.enum(['begin', 'confirm', 'remove', 'renew', 'codes-kept']),
  current: z.string().max(100).default(''),
  code: z.string().max(100).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, SecurityForm)
  if (!form.ok) return factorRefused({ kind: 'wrong_current' }, to.admin.security)
  const { intent, current } = form.value
  switch (intent) {
    case 'begin':
    case 'confirm':
      return answerTotpSetup(actor, { ...form.value, intent }, to.admin.security)
    case 'remove':
      return changed(await removeTotp(actor, current), FACTOR_TEXTS.totpRemoved)
    case 'renew':
      return changed(await renewRecoveryCodes(actor, current), FACTOR_TEXTS.codesRenewed)
    case 'codes-kept':
      await keepRecoverySheet(actor.id)
      return redirect(to.admin.security, 303)
    default:
      return unreachable(intent)
  }
}

function changed(
  result: Result<null, { kind: 'denied'; reason: FactorReason } | { kind: 'wrong_current' } | { kind: 'none_set_up' }>,
  toast: { title: string; description: string },
) {
  if (result.ok) return redirectWithToast(to.admin.security, toast)
  // It was removed in another tab: show the current page.
  if (result.refusal.kind === 'none_set_up') return redirect(to.admin.security, 303)
  return factorRefused(result.refusal, to.admin.security)
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { error } = readAnswer(actionData)
  const refused = loaderData.mayChange ? null : FACTOR_TEXTS.denied
  return (
    <div className="stack stack-24 own-security">
      <div className="stack stack-4">
        <h1 className="text-h1-small">Security</h1>
        <p className="text-secondary">How you prove that it is you when you sign in. We email you about each change.</p>
      </div>
      <FormErrorSummary answer={actionData} />
      {loaderData.proveAt && (
        <Banner
          tone="warning"
          icon="key-round"
          title="Your new recovery codes are ready"
          action={<LinkButton href={loaderData.proveAt}>Confirm that it is you</LinkButton>}
        >
          Then we show you the codes.
        </Banner>
      )}
      {loaderData.sheet && (
        <Card as="section" padded aria-label="New recovery codes">
          <RecoverySheet codes={loaderData.sheet} label="I saved these codes" />
        </Card>
      )}
      <Card as="section" padded aria-labelledby="authenticator">
        <div className="stack stack-16">
          <div className="row row-between">
            <h2 className="text-h3" id="authenticator">
              Authenticator app
            </h2>
            {loaderData.totp ? (
              <Chip tone="success" icon="check">
                Set up
              </Chip>
            ) : (
              <Chip>Not set up</Chip>
            )}
          </div>
          {loaderData.totp && !loaderData.enrolment ? (
            <Manage codesLeft={loaderData.codesLeft} removable={loaderData.totpRemovable} error={error('current')} />
          ) : (
            <TotpSetup totp={loaderData.enrolment} error={error('code')} refused={refused} />
          )}
        </div>
      </Card>
      {!loaderData.totp && loaderData.passkeys.length > 0 && <RecoveryCodes codesLeft={loaderData.codesLeft} />}
      <section className="stack stack-12" aria-labelledby="passkeys">
        <h2 className="text-h3" id="passkeys">
          Passkeys
        </h2>
        <p className="text-secondary">
          Use the fingerprint, face or security key of this device as the second step instead of a code.
        </p>
        <PasskeyList
          passkeys={loaderData.passkeys}
          returnTo={to.admin.security}
          needsCode={loaderData.totp}
          refusedReason={refused}
        />
      </section>
      <section className="stack stack-12" aria-labelledby="devices">
        <h2 className="text-h3" id="devices">
          Other devices
        </h2>
        {loaderData.otherSessions > 0 && (
          <p className="text-secondary">
            {loaderData.otherSessions === 1
              ? 'You are signed in on one other device.'
              : `You are signed in on ${loaderData.otherSessions} other devices.`}
          </p>
        )}
        <SignOutEverywhere others={loaderData.otherSessions} passkeys={loaderData.passkeys.map(({ name }) => name)} />
      </section>
    </div>
  )
}

function Manage({ codesLeft, removable, error }: { codesLeft: number; removable: boolean; error?: string }) {
  const intent = useNavigation().formData?.get('intent')
  return (
    <Form method="post" className="stack stack-16" noValidate>
      <p className="text-secondary">{codesLeftText(codesLeft)}</p>
      <TextField
        label="Current code"
        hint="From the app, or a recovery code. You need one for every change here."
        name="current"
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={40}
        required
        error={error}
      />
      <div className="row row-wrap">
        <Button name="intent" value="begin" pending={intent === 'begin'}>
          Change app
        </Button>
        <Button name="intent" value="renew" pending={intent === 'renew'}>
          Get new recovery codes
        </Button>
        <Button
          variant="danger"
          name="intent"
          value="remove"
          pending={intent === 'remove'}
          disabledReason={removable ? null : FACTOR_TEXTS.lastFactor}
        >
          Remove app
        </Button>
      </div>
    </Form>
  )
}

/** For people with passkeys and no app: they have no code to type, so the fresh proof is enough. */
function RecoveryCodes({ codesLeft }: { codesLeft: number }) {
  const pending = useNavigation().formData?.get('intent') === 'renew'
  return (
    <section className="stack stack-12" aria-labelledby="recovery">
      <h2 className="text-h3" id="recovery">
        Recovery codes
      </h2>
      <p className="text-secondary">
        {codesLeftText(codesLeft)} Each signs you in once if you don’t have your passkey.
      </p>
      <Form method="post">
        <Button name="intent" value="renew" pending={pending}>
          Get new recovery codes
        </Button>
      </Form>
    </section>
  )
}

function codesLeftText(codesLeft: number): string {
  return codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`
}
