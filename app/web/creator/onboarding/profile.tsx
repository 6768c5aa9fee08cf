import { redirect } from 'react-router'
import { finishProfileStep } from '#app/domain/applications/finish-profile-step.server.ts'
import { findStepDraft } from '#app/domain/applications/queries.server.ts'
import { acceptProfilePicture } from '#app/domain/applications/accept-profile-picture.server.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findUsernameAvailability, getProfileDraft, type ProfileDraft } from '#app/domain/identity/queries.server.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { photoText } from './file-texts.ts'
import { textOf } from './form-text.ts'
import { ProfileStepView } from './profile-view.tsx'
import {
  answerAutosave,
  acceptResponse,
  draftShown,
  refusalAnswer,
  typedOf,
  writerOf,
  wrongAnswer,
} from '#app/web/creator/onboarding/step-answers.server.ts'
import { profileErrors } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/profile'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: {
    GET: { who: 'signed_in', gate: creatorStep('profile') },
    POST: { who: 'signed_in', gate: creatorStep('profile') },
  },
  title: 'Profile setup',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export async function loader({ url, context }: Route.LoaderArgs) {
  const { person, application, backHref } = context.get(creatorStepContext)
  const asked = url.searchParams.get('username')
  const [draft, profile, availability] = await Promise.all([
    findStepDraft(application?.id ?? null, 'profile'),
    getProfileDraft(person.id),
    // The page fetches this while a username is typed.
    asked ? findUsernameAvailability(person.id, asked.slice(0, 100)) : null,
  ])
  return {
    ...draftShown(draft, valuesOf(profile, application?.tags ?? [])),
    backHref,
    email: person.email,
    birthday: profile.birthday && showDate(new Date(`${profile.birthday}T12:00:00Z`)),
    avatar: profile.avatarMediaId && avatarPath(profile.avatarMediaId),
    availability,
    addressStart: `Your link: ${new URL(config().baseUrl).host}/`,
    now: now().toISOString(),
  }
}

/** The stored profile, by field name. */
function valuesOf(profile: ProfileDraft, tags: readonly string[]): Typed {
  return {
    whatsapp_number: profile.whatsappNumber ?? '',
    display_name: profile.displayName ?? '',
    username: profile.username ?? '',
    city: profile.city ?? '',
    bio: profile.bio,
    tags: tags.join(' '),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await readFormWithFiles(request)
  const intent = form.get('intent')
  if (intent === 'save') return answerAutosave(person, 'profile', form)
  if (intent === 'take') return acceptResponse(await takePicture(person, textOf(form, 'upload')))
  const sent = { person, step: 'profile', form } as const
  const read = await readFileField(form, 'avatar', 'avatar', person)
  const avatar =
    read.kind === 'refused' ? read.message : read.kind === 'upload' ? await takePicture(person, read.uploadId) : null
  if (avatar) return wrongAnswer(sent, { avatar })
  const result = await refuseOutage(
    finishProfileStep(person, profileOf(typedOf(form, 'profile')), writerOf(form)),
    'a creator\u2019s profile could not be stored',
  )
  return result.ok ? redirect(to.creatorOnboarding.first_post, 303) : refusalAnswer(sent, result.refusal, profileErrors)
}

function profileOf(values: Typed) {
  const text = (name: string) => values[name] ?? ''
  return {
    whatsappNumber: text('whatsapp_number'),
    displayName: text('display_name'),
    username: text('username'),
    city: text('city'),
    bio: text('bio'),
    birthday: { day: text('birthday-day'), month: text('birthday-month'), year: text('birthday-year') },
    tags: text('tags').split(' ').filter(Boolean),
  }
}

async function takePicture(person: Person, uploadId: string): Promise<string | null> {
  const taken = await acceptProfilePicture(person, uploadId)
  return taken.ok ? null : photoText(taken.refusal)
}

export const shouldRevalidate = afterAllButAutosave

export default function ProfileStep({ loaderData, actionData }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  return <ProfileStepView page={page} answer={actionData} />
}
