import { countGraphemes } from '#app/platform/graphemes.ts'
import { finishProfileStep } from '#app/domain/applications/finish-profile-step.server.ts'
import { findStepDraft } from '#app/domain/applications/queries.server.ts'
import { acceptProfilePicture } from '#app/domain/applications/accept-profile-picture.server.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { findUsernameAvailability, getProfileDraft, type ProfileDraft } from '#app/domain/identity/queries.server.ts'
import { avatarPath } from '#app/web/picture.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { afterAllButAutosave, useAutosave } from '#app/web/components/use-autosave.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { photoText } from './file-texts.ts'
import { textOf } from './form-text.ts'
import { answerStep, draftShown } from '#app/web/creator/onboarding/step-answers.server.ts'
import { profileErrors } from './texts.ts'
import creatorStylesUrl from '#app/web/creator/creator.css?url'
import { personContext } from '#app/web/context.server.ts'
import { creatorStep, creatorStepContext } from '#app/web/creator/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { readTags } from '#app/domain/creators/tags.ts'
import { BIO_LONGEST, readBio, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { BirthdayField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useServerCheck } from '#app/web/components/use-server-check.ts'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { TagField } from './tag-field.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { StepForm } from './step-form.tsx'
import { useAcceptedFile } from './use-accepted-file.ts'
import type { Route } from './+types/profile'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: creatorStylesUrl }]

export const handle = {
  audience: 'members',
  policy: creatorStep('profile'),
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

export function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  return answerStep(person, request, {
    step: 'profile',
    file: () => ({ field: 'avatar', purpose: 'avatar', accept: (uploadId) => takePicture(person, uploadId) }),
    finish: (values, writer) => finishProfileStep(person, profileOf(values), writer),
    errorsOf: profileErrors,
    next: to.creatorOnboarding.first_post,
  })
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

type ProfilePage = Route.ComponentProps['loaderData']

/** Profile setup. Without script the button is enabled and the server validates; with script it says what is missing. */
export default function ProfileStep({ loaderData, actionData: answer }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  const { error, value } = readAnswer(answer)
  const text = (name: string) => value(name, page.values[name])
  const autosave = useAutosave()
  const decided = useServerCheck(autosave.formRef, OPEN, (typed) => validate(typed, page))
  return (
    <StepForm
      step={1}
      title="Profile setup"
      page={page}
      answer={answer}
      files
      autosave={autosave}
      check={decided.check}
    >
      <PictureField name={text('display_name')} src={page.avatar} error={error('avatar')} />
      <h2 className="wizard-part">Private details</h2>
      <TextField
        label="Email"
        name="email"
        readOnly
        defaultValue={page.email}
        leading={<Icon name="mail" size={20} />}
        trailing={
          <Chip tone="success" icon="check">
            {' '}
            Verified
          </Chip>
        }
      />
      <TextField
        label="WhatsApp number"
        name="whatsapp_number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        leading={<Icon name="phone" size={20} />}
        trailing={<span className="text-muted">Uganda +256</span>}
        defaultValue={text('whatsapp_number')}
        error={error('whatsapp_number')}
      />
      <BirthdayField
        stored={page.birthday}
        defaultValue={{
          day: text('birthday-day'),
          month: text('birthday-month'),
          year: text('birthday-year'),
        }}
        error={decided.tooYoung ?? error('birthday-day')}
      />
      <h2 className="wizard-part">Public page</h2>
      <DisplayNameField defaultValue={text('display_name')} error={error('display_name')} />
      <UsernameField
        start={text('username')}
        addressStart={page.addressStart}
        availabilityPath={to.creatorOnboarding.profile}
        hint="Lowercase letters, digits and underscores, 3 to 30."
        optional={false}
        error={error('username')}
      />
      <TextField
        label="Location"
        name="city"
        autoComplete="address-level2"
        limit={60}
        required
        leading={<Icon name="map-pin" size={20} />}
        defaultValue={text('city')}
        error={error('city')}
      />
      <AreaField
        label="Bio"
        name="bio"
        rows={3}
        required
        placeholder="A line about you"
        defaultValue={text('bio')}
        hint={`${decided.bioLength ?? countGraphemes(text('bio'))} of ${BIO_LONGEST}`}
        error={error('bio')}
      />
      <TagField chosen={text('tags').split(' ')} error={error('tags')} />
      <ContinueFoot reason={decided.reason} />
    </StepForm>
  )
}

function PictureField({ name, src, error }: { name: string; src: string | null; error?: string }) {
  const file = useAcceptedFile({})
  return (
    <div className="row row-top">
      <Avatar name={name || '?'} src={src} size={80} />
      <div className="grow stack stack-4">
        <p className="text-h3">Profile picture</p>
        <UploadField
          key={file.round}
          name="avatar"
          label={src ? 'Change Photo' : 'Add a photo'}
          changeLabel="Change Photo"
          purpose="avatar"
          icon="camera"
          hint="Square works best. At most 10 MB"
          error={file.problem ?? error}
          onState={file.onState}
        />
      </div>
    </div>
  )
}

type FormCheck = { reason: string | null; tooYoung?: string; bioLength?: number }
const OPEN: FormCheck = { reason: null }

/** What is still missing, by the server's rules and the server's date. */
function validate(typed: FormData, page: ProfilePage): FormCheck {
  const text = (name: string) => textOf(typed, name)
  const birthday = page.birthday
    ? null
    : readBirthday(
        { day: text('birthday-day'), month: text('birthday-month'), year: text('birthday-year') },
        new Date(page.now),
      ).problem
  const bio = readBio(text('bio'))
  const city = readCity(text('city'))
  const wrong = profileErrors({
    whatsappNumber: text('whatsapp_number').trim() === '' ? 'missing' : undefined,
    birthday: birthday ?? undefined,
    displayName: readDisplayName(text('display_name')).problem ?? undefined,
    username: text('username') === '' ? 'missing' : text('username').length < 3 ? 'too_short' : undefined,
    city: city.problem ?? (city.value === null ? 'missing' : undefined),
    bio: bio.problem ?? (bio.value === '' ? 'missing' : undefined),
    tags: readTags(typed.getAll('tags').map(String)).problem ?? undefined,
  })
  return {
    reason: Object.values(wrong)[0] ?? null,
    // While the date is being typed it only counts as missing; once complete and too young, an error is shown.
    tooYoung: birthday === 'too_young' ? wrong['birthday-day'] : undefined,
    bioLength: countGraphemes(text('bio')),
  }
}
