import { findUsernameAvailability, getProfileDraft } from '#app/domain/identity/queries.server.ts'
import { updateProfile, type UpdateRefusal } from '#app/domain/identity/update-profile.server.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { unreachable } from '#app/platform/result.ts'
import { PHOTO_TOO_HEAVY, readPhotoForm, acceptAvatar } from '#app/web/avatar-form.server.ts'
import { personContext } from '#app/web/context.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { personErrors } from '#app/web/profile-problems.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { EditView } from './edit-view.tsx'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { signInFirst } from '#app/web/gates.server.ts'
import type { Route } from './+types/edit'

export const handle = {
  audience: 'members',
  policy: { GET: 'complete', POST: { who: 'complete', gate: signInFirst(to.signIn, PROFILE_TEXTS.noUser) } },
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

export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  return <EditView page={loaderData} answer={actionData} />
}
