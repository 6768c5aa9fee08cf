import { data, redirect } from 'react-router'
import { finishProfileStep, type ProfileStepRefusal } from '#app/domain/applications/finish-profile-step.server.ts'
import { findStepDraft } from '#app/domain/applications/queries.server.ts'
import { takeProfilePicture } from '#app/domain/applications/take-profile-picture.server.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findUsernameAvailability, getProfileDraft, type ProfileDraft } from '#app/domain/identity/queries.server.ts'
import { avatarPath } from '#app/domain/media/picture.ts'
import { showClock, showDate } from '#app/domain/payments/show-time.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { refuse, unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { readFileField, readFormWithFiles } from '#app/web/file-field.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { photoWords } from './file-words.ts'
import { textOf } from './form-text.ts'
import { type ProfileShown, ProfileStepView } from './profile-view.tsx'
import {
  answerAutosave,
  keepDraft,
  notPermitted,
  requireCreatorStep,
  STEP_PATHS,
  typedOf,
  writerOf,
} from '#app/web/creator/onboarding/step.server.ts'
import { profileErrors, WIZARD_TEXTS } from './texts.ts'
import type { TakeAnswer } from './use-taken-file.ts'
import creatorStylesUrl from '#app/web/styles/creator.css?url'
import type { Route } from './+types/profile'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = { shell: 'bare' } as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Profile setup', matches)

export async function loader({ url, context }: Route.LoaderArgs) {
  const { person, application, backHref } = await requireCreatorStep(context, 'profile')
  const asked = url.searchParams.get('username')
  const [draft, profile, availability] = await Promise.all([
    findStepDraft(application?.id ?? null, 'profile'),
    getProfileDraft(person.id),
    // Asked for by the page itself while a username is typed.
    asked ? findUsernameAvailability(person.id, asked.slice(0, 100)) : null,
  ])
  const started = Object.keys(draft.typed).length > 0
  return {
    backHref,
    email: person.email,
    values: started ? draft.typed : valuesOf(profile, application?.tags ?? []),
    birthday: profile.birthday && showDate(new Date(`${profile.birthday}T12:00:00Z`)),
    avatar: profile.avatarMediaId && avatarPath(profile.avatarMediaId),
    availability,
    addressStart: `Your link: ${new URL(config().baseUrl).host}/`,
    version: draft.version,
    tab: randomToken(),
    savedAt: started && draft.savedAt ? showClock(draft.savedAt) : null,
    now: now().toISOString(),
  }
}

/** What the profile has already, in the form's own names. */
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
  const { person } = await requireCreatorStep(context, 'profile')
  const form = await readFormWithFiles(request)
  const intent = form.get('intent')
  if (intent === 'save') return answerAutosave(person, 'profile', form)
  if (intent === 'take') {
    const problem = await takePicture(person, textOf(form, 'upload'))
    return data<TakeAnswer>(problem ? { taken: false, problem } : { taken: true }, problem ? 400 : 200)
  }
  const values = typedOf(form, 'profile')
  const read = await readFileField(form, 'avatar', 'avatar', person)
  const avatar =
    read.kind === 'refused' ? read.message : read.kind === 'upload' ? await takePicture(person, read.uploadId) : null
  if (avatar) {
    const version = await keepDraft(person, 'profile', form)
    return data<ProfileShown>({ errors: { avatar }, values, version }, 400)
  }
  const result = await finishProfileStep(person, profileOf(values), writerOf(form)).catch((error: unknown) => {
    log.error({ err: error }, 'a creator\u2019s profile could not be kept')
    return refuse({ kind: 'outage' as const })
  })
  return result.ok ? redirect(STEP_PATHS.first_post, 303) : refusalAnswer(person, form, values, result.refusal)
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

async function refusalAnswer(
  person: Person,
  form: FormData,
  values: Typed,
  refusal: ProfileStepRefusal | { kind: 'outage' },
) {
  switch (refusal.kind) {
    case 'changed_elsewhere':
      // What was typed here stays; pressing again takes it.
      return data<ProfileShown>(
        { errors: {}, failure: WIZARD_TEXTS.changedElsewhere, values, version: refusal.version },
        409,
      )
    case 'invalid': {
      const version = await keepDraft(person, 'profile', form)
      return data<ProfileShown>({ errors: profileErrors(refusal.problems), values, version }, 400)
    }
    case 'outage':
      return data<ProfileShown>({ errors: {}, failure: WIZARD_TEXTS.failure.description, values }, 503)
    case 'not_permitted':
    case 'not_yet':
      return notPermitted(refusal)
    default:
      return unreachable(refusal)
  }
}

async function takePicture(person: Person, uploadId: string): Promise<string | null> {
  const taken = await takeProfilePicture(person, uploadId)
  return taken.ok ? null : photoWords(taken.refusal)
}

/** An autosave changes nothing that this page shows. */
export function shouldRevalidate({ formData }: { formData?: FormData }) {
  return formData?.get('intent') !== 'save'
}

export default function ProfileStep({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData && 'errors' in actionData ? actionData : undefined
  const page = useVisit(loaderData)
  return <ProfileStepView page={page} shown={shown} />
}
