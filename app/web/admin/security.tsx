import { Form, redirect } from 'react-router'
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
import { toAdmin } from '#app/admin-links.ts'
import { showDate } from '#app/platform/dates.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import type { Verdict } from '#app/platform/verdict.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { answerDecision, type Decided } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { answerAppCode, answerAppKey, factorRefused, shownKey } from '#app/web/admin/second-factor.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { usePending } from '#app/web/components/use-pending.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { PasskeyList } from '#app/web/components/passkey-list.tsx'
import { SignOutEverywhere } from '#app/web/components/sign-out-everywhere.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { FACTOR_TEXTS } from './texts.ts'
import { FactorCard, TotpSetup } from './totp-key.tsx'
import type { Route } from './+types/security'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff', POST: { who: 'staff', fresh: 'security' } },
  title: 'Security',
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ request, context }: Route.LoaderArgs) {
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
    enrolment: enrolment && shownKey(request, enrolment),
    // The codes are shown only after a fresh proof.
    proveAt: actor.freshlyProved || !(await hasSheet(actor.id)) ? null : proofPathTo(toAdmin.security),
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

const SECURITY_DECISIONS = ['app-key', 'app-code', 'app-removal', 'recovery-codes', 'saved-codes'] as const

const SecurityForm = z.object({ current: z.string().max(100).default(''), code: z.string().max(100).default('') })

export function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, SECURITY_DECISIONS, SecurityForm, async (decision, { current, code }) => {
    switch (decision) {
      case 'app-key':
        return answerAppKey(actor, current, toAdmin.security)
      case 'app-code':
        return answerAppCode(actor, code, toAdmin.security)
      case 'app-removal':
        return changed(await removeTotp(actor, current), FACTOR_TEXTS.totpRemoved)
      case 'recovery-codes':
        return changed(await renewRecoveryCodes(actor, current), FACTOR_TEXTS.codesRenewed)
      case 'saved-codes':
        await keepRecoverySheet(actor.id)
        return redirect(toAdmin.security, 303)
      default:
        return unreachable(decision)
    }
  })
}

function changed(
  result: Result<null, { kind: 'denied'; reason: FactorReason } | { kind: 'wrong_current' } | { kind: 'none_set_up' }>,
  done: Decided,
) {
  if (result.ok) return done
  // It was removed in another tab: show the current page.
  if (result.refusal.kind === 'none_set_up') return redirect(toAdmin.security, 303)
  return factorRefused(result.refusal, toAdmin.security)
}

const addressOf = toAdmin.securityDecision

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
          <RecoverySheet codes={loaderData.sheet} action={addressOf('saved-codes')} />
        </Card>
      )}
      <FactorCard
        id="authenticator"
        title="Authenticator app"
        chip={
          loaderData.totp ? (
            <Chip tone="success" icon="check">
              Set up
            </Chip>
          ) : (
            <Chip>Not set up</Chip>
          )
        }
      >
        {loaderData.totp && !loaderData.enrolment ? (
          <Manage codesLeft={loaderData.codesLeft} removable={loaderData.totpRemovable} error={error('current')} />
        ) : (
          <TotpSetup totp={loaderData.enrolment} addressOf={addressOf} error={error('code')} refused={refused} />
        )}
      </FactorCard>
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
          returnTo={toAdmin.security}
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
  const changing = usePending(addressOf('app-key'))
  const renewing = usePending(addressOf('recovery-codes'))
  const removing = usePending(addressOf('app-removal'))
  return (
    <Form method="post" action={addressOf('app-key')} className="stack stack-16" noValidate>
      <p className="text-secondary">{codesLeftText(codesLeft)}</p>
      <OneTimeCodeField
        recovery
        label="Current code"
        hint="From the app, or a recovery code. You need one for every change here."
        name="current"
        required
        error={error}
      />
      <div className="row row-wrap">
        <Button pending={changing}>Change app</Button>
        <Button formAction={addressOf('recovery-codes')} pending={renewing}>
          Get new recovery codes
        </Button>
        <Button
          variant="danger"
          formAction={addressOf('app-removal')}
          pending={removing}
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
  const pending = usePending(addressOf('recovery-codes'))
  return (
    <section className="stack stack-12" aria-labelledby="recovery">
      <h2 className="text-h3" id="recovery">
        Recovery codes
      </h2>
      <p className="text-secondary">
        {codesLeftText(codesLeft)} Each signs you in once if you don’t have your passkey.
      </p>
      <Form method="post" action={addressOf('recovery-codes')}>
        <Button pending={pending}>Get new recovery codes</Button>
      </Form>
    </section>
  )
}

function codesLeftText(codesLeft: number): string {
  return codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`
}
