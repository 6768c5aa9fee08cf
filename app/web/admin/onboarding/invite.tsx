import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { ROLE_LABELS } from '#app/domain/identity/role-texts.ts'
import { INVITE } from '#app/domain/settings/constants.ts'
import { acceptInvite, type AcceptRefusal } from '#app/domain/staff/accept-invite.server.ts'
import { findStaffSetup } from '#app/domain/staff/find-staff-setup.server.ts'
import { findInvite } from '#app/domain/staff/invite-queries.server.ts'
import { CHOOSABLE_ROLES } from '#app/domain/staff/invite.ts'
import { requestInviteCode, type RequestCodeRefusal } from '#app/domain/staff/request-invite-code.server.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import { log } from '#app/platform/log.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { nextStepOf } from '#app/web/admin/onboarding/setup.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { INVITE_TEXTS, onlyOfficial } from '#app/web/admin/texts.ts'
import { ResendForm } from '#app/web/components/code-forms.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { OneTimeCodeField } from '#app/web/components/one-time-code-field.tsx'
import { clearCookie, readCookie, setCookie } from '#app/web/cookies.server.ts'
import { browserWithCookie, knownBrowser } from '#app/web/device.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { openForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SetupFrame } from './frame.tsx'
import type { Route } from './+types/invite'

// The invite token and its email address, then the set-up cookie, decide who gets in: there is no account yet.
export const handle = openForm('Your invite', { shell: 'bare' })

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

/** Reads only: mail scanners open the link too. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = tokenOf(url)
  const begun = readCookie(request, 'staff_setup')
  const setup = begun ? await findStaffSetup(begun) : null
  if (token === '') throw redirect(setup ? nextStepOf(setup) : to.staffOnboarding.refused, 303)
  try {
    const invite = await findInvite(token, knownBrowser(request))
    // This browser has already used the link: continue with the next step.
    if (!invite && setup) throw redirect(nextStepOf(setup), 303)
    return data(
      { invite: invite && shownInvite(invite), error: invite ? null : INVITE_TEXTS.invalid },
      invite ? 200 : 410,
    )
  } catch (error) {
    if (error instanceof Response) throw error
    log.error({ err: error }, 'an invite could not be looked up')
    return data({ invite: null, error: INVITE_TEXTS.failedToCheck }, 503)
  }
}

function tokenOf(url: URL): string {
  return (url.searchParams.get('invite') ?? '').trim().slice(0, 200)
}

function shownInvite(invite: NonNullable<Awaited<ReturnType<typeof findInvite>>>) {
  return {
    email: invite.email,
    role: invite.role ? ROLE_LABELS[invite.role] : CHOOSABLE_ROLES.map((role) => ROLE_LABELS[role]).join(', '),
    invitedBy: invite.invitedBy,
    endsAt: `${showDate(invite.expiresAt)}, ${showClock(invite.expiresAt)} EAT`,
    awaited: invite.awaited,
  }
}

const InviteForm = z.object({
  intent: z.enum(['begin', 'resend', 'verify']).default('begin'),
  email: z.string().max(300).default(''),
  code: z.string().max(40).default(''),
})

export async function action({ request, url }: Route.ActionArgs) {
  const form = await parseForm(request, InviteForm)
  if (!form.ok) return invalidForm({ email: INVITE_TEXTS.emailRequired })
  const { intent, email, code } = form.value
  const token = tokenOf(url)
  const { browser, cookie } = browserWithCookie(request)
  try {
    if (intent === 'verify') {
      const accepted = await acceptInvite({ token, email, code, browser })
      if (!accepted.ok) return refuseForm(refusalOf(accepted.refusal), { email })
      return redirect(to.staffOnboarding.profile, {
        status: 303,
        headers: [
          ['set-cookie', setCookie('staff_setup', accepted.value.setupToken)],
          ['set-cookie', clearCookie('browser')],
        ],
      })
    }
    const asked = await requestInviteCode({ token, email, browser })
    if (!asked.ok) return refuseForm(refusalOf(asked.refusal), { email })
    return redirectWithToast(
      `${to.staffOnboarding.invite}?invite=${encodeURIComponent(token)}`,
      INVITE_TEXTS.codeSent,
      [cookie],
    )
  } catch (error) {
    log.error({ err: error }, 'an invite could not be checked')
    return refuseForm({ status: 503, description: INVITE_TEXTS.failedToCheck }, { email })
  }
}

function refusalOf(refusal: AcceptRefusal | RequestCodeRefusal): FormRefused {
  switch (refusal.kind) {
    case 'no_token':
      return { status: 400, description: INVITE_TEXTS.noToken }
    case 'email_missing':
      return { status: 400, field: 'email', description: INVITE_TEXTS.emailRequired }
    case 'not_official':
      return { status: 400, field: 'email', description: onlyOfficial(config().brandName) }
    case 'invalid_invite':
      return { status: 410, description: INVITE_TEXTS.invalid }
    case 'has_account':
      return { status: 409, description: INVITE_TEXTS.hasAccount }
    case 'invalid_code':
      return { status: 400, field: 'code', description: INVITE_TEXTS.invalidCode }
    case 'too_soon':
      return { status: 429, description: INVITE_TEXTS.tooSoon }
    case 'too_many_codes':
      return { status: 429, description: INVITE_TEXTS.tooManyCodes }
    default:
      return unreachable(refusal)
  }
}

export default function InvitePage({ loaderData, actionData }: Route.ComponentProps) {
  const { invite } = loaderData
  const { error, value } = readAnswer(actionData)
  return (
    <SetupFrame step={1}>
      <FormErrorSummary answer={actionData} />
      {!actionData && loaderData.error && <ErrorSummary errors={[{ message: loaderData.error }]} />}
      <div className="stack stack-4">
        <h1 className="text-h1">Your invite</h1>
        <p className="text-secondary">First we check that this invite is yours.</p>
      </div>
      {invite && !actionData && (
        <Banner tone="success" title="Invite found">
          Expires {invite.endsAt}
        </Banner>
      )}
      {invite?.awaited ? (
        <CodeStep email={invite.email} waitSeconds={invite.awaited.waitSeconds} error={error('code')} />
      ) : (
        <EmailStep email={value('email', invite?.email)} error={error('email')} found={invite !== null} />
      )}
      {invite && (
        <Card padded>
          <Receipt
            rows={[
              { label: 'Invited by', value: invite.invitedBy },
              { label: 'Roles offered', value: invite.role },
            ]}
          />
        </Card>
      )}
      <p className="text-muted">{`No invite? Ask the owner for a new one. Each link works once and expires after ${INVITE.days} days.`}</p>
    </SetupFrame>
  )
}

function StepFoot({ intent, pending, pendingLabel }: { intent: string; pending: boolean; pendingLabel: string }) {
  return (
    <StickyFoot>
      <Button variant="primary" wide name="intent" value={intent} pending={pending} pendingLabel={pendingLabel}>
        Continue
      </Button>
    </StickyFoot>
  )
}

function EmailStep({ email, error, found }: { email: string; error?: string; found: boolean }) {
  const pending = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="stack stack-16" noValidate>
      <EmailField
        label="Email"
        hint={found ? 'The invite was sent to this address. We will email you a code.' : undefined}
        leading={<Icon name="mail" size={20} />}
        defaultValue={email}
        error={error}
      />
      <StepFoot intent="begin" pending={pending} pendingLabel="Sending code..." />
    </Form>
  )
}

function CodeStep({ email, waitSeconds, error }: { email: string; waitSeconds: number; error?: string }) {
  const navigation = useNavigation()
  const pending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'verify'
  return (
    <>
      <Form method="post" className="stack stack-16" noValidate>
        <TextField
          label="Email"
          hint="The invite was sent to this address"
          name="email"
          readOnly
          defaultValue={email}
          leading={<Icon name="mail" size={20} />}
          trailing={
            <Chip small icon="lock">
              Fixed
            </Chip>
          }
        />
        <OneTimeCodeField
          label="Code from the email"
          hint={`6 digits, valid for ${INVITE.codeMinutes} minutes`}
          required
          leading={<Icon name="shield-check" size={20} />}
          error={error}
        />
        <StepFoot intent="verify" pending={pending} pendingLabel="Verifying..." />
      </Form>
      <ResendForm key={waitSeconds} waitSeconds={waitSeconds} fields={{ email }} />
    </>
  )
}
