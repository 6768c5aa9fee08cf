import type { ReactNode } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { SaveFoot } from '#app/ui/sticky-foot.tsx'
import { completeProfileSetup } from '#app/domain/identity/complete-profile-setup.server.ts'
import { afterSetupDestination } from './post-login-destination.ts'
import { neutralName } from '#app/domain/identity/profile-rules.ts'
import { findUsernameAvailability, getProfileDraft } from '#app/domain/identity/queries.server.ts'
import { to } from '#app/links.ts'
import { listRecentPayments } from '#app/domain/purchases/own-payments.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { config } from '#app/platform/config.server.ts'
import { AvatarField } from '#app/web/components/avatar-field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { BioField, BirthdayField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { readReturnTo } from '#app/web/return-to.server.ts'
import { personErrors } from '#app/web/profile-problems.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { orOutage } from '#app/web/auth/answers.server.ts'
import { PHOTO_TOO_HEAVY, readSetupForm, acceptAvatar } from '#app/web/auth/setup-form.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { signInFirst } from '#app/web/gates.server.ts'
import type { Route } from './+types/profile-setup'

export const handle = {
  audience: 'members',
  policy: { GET: 'signed_in', POST: { who: 'signed_in', gate: signInFirst(SIGN_IN_TEXTS.noUser) } },
  title: 'Complete your profile',
  screen: { shell: 'focused' },
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  if (actor.profileCompleted) throw redirect(to.premiumFeed, 303)
  const typed = url.searchParams.get('username')
  const [draft, payments] = await Promise.all([getProfileDraft(actor.id), listRecentPayments(actor.id, 1)])
  return {
    draft,
    // Who has paid is kept from it by nothing but the birthday: a neutral name stands there, and the rest is for later.
    laterName: payments.length > 0 && draft.displayName === null ? neutralName(actor.id) : null,
    // The page fetches this while a username is typed.
    availability: typed ? await findUsernameAvailability(actor.id, typed.slice(0, 100)) : null,
    addressStart: `${new URL(config().baseUrl).host}/`,
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await readSetupForm(request)
  if (!form) return invalidForm({ avatar: PHOTO_TOO_HEAVY }, {}, 413)
  const avatarError = form.avatar && !actor.profileCompleted ? await acceptAvatar(actor, form.avatar) : null
  if (avatarError) return invalidForm({ avatar: avatarError }, form.values)

  const { displayName, username, whatsappNumber, bio, day, month, year } = form.values
  const result = await orOutage(
    completeProfileSetup(actor, { displayName, username, whatsappNumber, bio, birthday: { day, month, year } }),
  )
  if (result.ok)
    return redirectWithToast(
      readReturnTo(url.searchParams, context) ?? afterSetupDestination(actor.userType),
      SIGN_IN_TEXTS.profileComplete,
    )
  switch (result.refusal.kind) {
    case 'no_user_logged_in':
      return redirectWithToast(to.signIn, { ...SIGN_IN_TEXTS.noUser, tone: 'error' })
    case 'already_completed':
      return redirect(to.premiumFeed, 303)
    case 'invalid':
      return invalidForm(personErrors(result.refusal.problems), form.values)
    case 'outage':
      return refuseForm({ ...SIGN_IN_TEXTS.setupFailed, status: 503 }, form.values)
    default:
      return unreachable(result.refusal)
  }
}

export default function ProfileSetupPage({ loaderData, actionData }: Route.ComponentProps) {
  const { draft, laterName } = loaderData
  const { error, value } = readAnswer(actionData)
  const pending = useNavigation().state === 'submitting'
  const birthday = draft.birthday === null && (
    <BirthdayField
      hint="Only for people who are 18 or older. Nobody else sees it."
      defaultValue={{ day: value('day'), month: value('month'), year: value('year') }}
      error={error('birthday-day')}
    />
  )
  return (
    <div className="container container-narrow auth-column">
      <Form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
        <h1 className="text-h1-small">Complete your profile</h1>
        <FormErrorSummary answer={actionData} />
        {laterName === null ? (
          <AboutFields page={loaderData} answer={actionData} birthday={birthday} />
        ) : (
          <>
            {birthday}
            <details className="disclosure" open={OPTIONAL.some((field) => error(field))}>
              <summary className="text-h3">
                Name and photo, now or later <Icon name="chevron-down" size={20} />
              </summary>
              <div className="stack stack-16">
                <AboutFields page={loaderData} answer={actionData} birthday={null} />
              </div>
            </details>
          </>
        )}
        <SaveFoot pending={pending}>Save and continue</SaveFoot>
      </Form>
    </div>
  )
}

const OPTIONAL = ['avatar', 'display_name', 'username', 'whatsapp_number', 'bio'] as const

type AboutFieldsProps = {
  page: Route.ComponentProps['loaderData']
  answer: Route.ComponentProps['actionData']
  birthday: ReactNode
}

function AboutFields({ page, answer, birthday }: AboutFieldsProps) {
  const { draft, laterName, addressStart } = page
  const { error, value } = readAnswer(answer)
  const name = value('displayName', draft.displayName ?? laterName ?? '')
  return (
    <>
      <AvatarField
        name={name}
        src={draft.avatarMediaId && to.media(draft.avatarMediaId, 'w160.webp')}
        hint="Optional. Initials are fine."
        error={error('avatar')}
      />
      <DisplayNameField defaultValue={name} error={error('display_name')} />
      <UsernameField
        start={value('username', draft.username ?? '')}
        addressStart={addressStart}
        availabilityPath={to.profileSetup}
        hint="Leave empty and we’ll pick one."
        error={error('username')}
      />
      {birthday}
      <TextField
        label="WhatsApp number"
        name="whatsapp_number"
        optional
        prefix="+256"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={value('whatsappNumber', shortNumber(draft.whatsappNumber))}
        error={error('whatsapp_number')}
      />
      <BioField defaultValue={value('bio', draft.bio)} error={error('bio')} />
    </>
  )
}

/** A Ugandan number without the prefix shown before the field; any other number in full. */
function shortNumber(number: string | null): string {
  return number?.startsWith('+256') ? number.slice(4) : (number ?? '')
}
