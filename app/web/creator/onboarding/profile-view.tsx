import { readTags } from '#app/domain/applications/application.ts'
import { BIO_LONGEST, readBio, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { to } from '#app/links.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { BirthdayField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { useServerCheck } from '#app/web/components/use-server-check.ts'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { TagField } from './tag-field.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { textOf } from './form-text.ts'
import { StepForm, type StepPage } from './step-form.tsx'
import { profileErrors } from './texts.ts'
import { useAcceptedFile } from './use-accepted-file.ts'

type ProfilePage = StepPage & {
  email: string
  /** The stored birthday as text; it can't be changed here. */
  birthday: string | null
  avatar: string | null
  addressStart: string
  now: string
}

/** Profile setup. Without script the button is enabled and the server validates; with script it says what is missing. */
export function ProfileStepView({ page, answer }: { page: ProfilePage; answer: FormAnswer | undefined }) {
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
        maxLength={40}
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
        maxLength={60}
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
        hint={`${decided.bioLength ?? Array.from(text('bio')).length} of ${BIO_LONGEST}`}
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
    bioLength: Array.from(text('bio')).length,
  }
}
