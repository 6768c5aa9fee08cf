import { data } from 'react-router'
import { findUsernameAvailability, getProfileDraft } from '#app/domain/identity/queries.server.ts'
import { updateProfile, type UpdateRefusal } from '#app/domain/identity/update-profile.server.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { config } from '#app/platform/config.server.ts'
import { unreachable } from '#app/platform/result.ts'
import type { RouteHandle } from '#app/root.tsx'
import { PHOTO_TOO_HEAVY, readPhotoForm, acceptAvatar } from '#app/web/avatar-form.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { requireCompletePerson, requireMember } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { personErrors } from '#app/web/profile-problems.ts'
import { EditView, type EditShown } from './edit-view.tsx'
import type { Route } from './+types/edit'

export const handle = { shell: 'focused', backHref: '/profile' } satisfies RouteHandle

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Edit profile', matches)

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = requireCompletePerson(context, 'return=profile')
  const profile = await getProfileDraft(person.id)
  const typed = url.searchParams.get('username')
  return {
    // The page fetches this while a username is typed.
    availability: typed ? await findUsernameAvailability(person.id, typed.slice(0, 100)) : null,
    values: {
      displayName: profile.displayName ?? '',
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
  const actor = context.get(actorContext)
  if (actor) requireMember(context)
  const form = await readPhotoForm(request, 'avatar')
  if (!form) return data<EditShown>({ errors: { avatar: PHOTO_TOO_HEAVY }, values: null }, 413)
  const { text, photo } = form
  const values = {
    displayName: text('display_name'),
    username: text('username'),
    bio: text('bio'),
    city: text('city'),
  }
  const result = await refuseOutage(updateProfile(actor, values), 'a profile could not be changed')
  if (!result.ok) return refusalAnswer(result.refusal, values)
  const avatarError = actor && photo ? await acceptAvatar(actor, photo) : null
  if (avatarError) return data<EditShown>({ errors: { avatar: avatarError }, values }, 400)
  return redirectWithToast('/profile', PROFILE_TEXTS.saved)
}

function refusalAnswer(refusal: UpdateRefusal | { kind: 'outage' }, values: NonNullable<EditShown['values']>) {
  switch (refusal.kind) {
    case 'no_user_logged_in':
      return redirectWithToast('/auth', { ...PROFILE_TEXTS.noUser, tone: 'error' })
    case 'invalid':
      return data<EditShown>({ errors: personErrors(refusal.problems), values }, 400)
    case 'outage':
      return data<EditShown>({ errors: {}, failure: PROFILE_TEXTS.notSaved, values }, 503)
    default:
      return unreachable(refusal)
  }
}

export default function EditProfile({ loaderData, actionData }: Route.ComponentProps) {
  return <EditView page={loaderData} shown={actionData} />
}
