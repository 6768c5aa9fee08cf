import { findUsernameAvailability, getProfileDraft } from '#app/domain/identity/queries.server.ts'
import { updateProfile, type UpdateRefusal } from '#app/domain/identity/update-profile.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { acceptAvatar, PHOTO_TOO_HEAVY, readPhotoForm } from '#app/web/avatar-form.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { personErrors } from '#app/web/profile-problems.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { type FormAnswer, type FormValues, readAnswer } from '#app/web/form-answer.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { signInFirst } from '#app/web/gates.server.ts'
import { Form, useNavigation } from 'react-router'
import { AvatarField } from '#app/web/components/avatar-field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { BioField, CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { FORMER_USERNAME_DAYS } from '#app/domain/settings/constants.ts'
import profileStylesUrl from './profile.css?url'
import type { Route } from './+types/edit'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: profileStylesUrl }]

export const handle = {
  audience: 'members',
  policy: { GET: 'complete', POST: { who: 'complete', gate: signInFirst(PROFILE_TEXTS.noUser) } },
  title: 'Edit profile',
  screen: { shell: 'focused', backHref: to.profile },
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const profile = await getProfileDraft(person.id)
  const typed = url.searchParams.get('username')
  return {
    // The page fetches this while a username is typed.
    availability: typed ? await findUsernameAvailability(person.id, typed.slice(0, 100)) : null,
    values: {
      display_name: profile.displayName ?? '',
      username: profile.username ?? '',
      bio: profile.bio,
      city: profile.city ?? '',
    },
    email: person.email,
    avatarUrl: profile.avatarMediaId && avatarPath(profile.avatarMediaId),
    addressStart: `${new URL(config().baseUrl).host}/`,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await readPhotoForm(request, 'avatar')
  if (!form) return invalidForm({ avatar: PHOTO_TOO_HEAVY }, {}, 413)
  const { text, photo } = form
  const displayName = text('display_name')
  const others = { username: text('username'), bio: text('bio'), city: text('city') }
  const values = { display_name: displayName, ...others }
  const result = await refuseOutage(updateProfile(actor, { displayName, ...others }), 'a profile could not be changed')
  if (!result.ok) return refusalAnswer(result.refusal, values)
  const avatarError = photo ? await acceptAvatar(actor, photo) : null
  if (avatarError) return invalidForm({ avatar: avatarError }, values)
  return redirectWithToast(to.profile, PROFILE_TEXTS.saved)
}

function refusalAnswer(refusal: UpdateRefusal | { kind: 'outage' }, values: FormValues) {
  switch (refusal.kind) {
    case 'no_user_logged_in':
      return redirectWithToast(to.signIn, { ...PROFILE_TEXTS.noUser, tone: 'error' })
    case 'invalid':
      return invalidForm(personErrors(refusal.problems), values)
    case 'outage':
      return refuseForm({ ...PROFILE_TEXTS.notSaved, status: 503 }, values)
    default:
      return unreachable(refusal)
  }
}

type EditPage = Route.ComponentProps['loaderData']

/** The form to edit one's own profile, with a bar to save or cancel. */
export default function EditProfile({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { error, value } = readAnswer(answer)
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow auth-column">
      <Form method="post" encType="multipart/form-data" className="stack stack-16" noValidate>
        <h1 className="text-h1-small">Edit profile</h1>
        <FormErrorSummary answer={answer} />
        <AvatarField
          name={value('display_name', page.values.display_name)}
          src={page.avatarUrl}
          hint="At most 10 MB."
          error={error('avatar')}
        />
        <EditFields page={page} answer={answer} />
        <StickyFoot>
          <div className="save-bar">
            <LinkButton wide href={to.profile}>
              Cancel
            </LinkButton>
            <Button variant="primary" wide pending={pending} pendingLabel="Saving...">
              Save
            </Button>
          </div>
        </StickyFoot>
      </Form>
    </div>
  )
}

function EditFields({ page, answer }: { page: EditPage; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const text = (name: keyof EditPage['values']) => value(name, page.values[name])
  return (
    <>
      <DisplayNameField defaultValue={text('display_name')} error={error('display_name')} />
      <UsernameField
        start={text('username')}
        addressStart={page.addressStart}
        availabilityPath={to.editProfile}
        optional={false}
        hint="Enter a username"
        error={error('username')}
      />
      <p className="hint">
        If you change your username, the old one stays reserved for {FORMER_USERNAME_DAYS} days and its links keep
        working.
      </p>
      <TextField
        label="Email"
        name="email_shown"
        type="email"
        readOnly
        defaultValue={page.email}
        hint="You sign in with it, so it can’t be changed here. To change it, contact support."
      />
      <CityField defaultValue={text('city')} error={error('city')} />
      <BioField defaultValue={text('bio')} error={error('bio')} />
    </>
  )
}
