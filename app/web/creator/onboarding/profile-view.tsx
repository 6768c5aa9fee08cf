import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { readTags } from '#app/domain/applications/application.ts'
import type { Typed } from '#app/domain/applications/draft.ts'
import { BIO_LONGEST, readBio, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { DateFields } from '#app/ui/date-fields.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { UploadField } from '#app/web/components/upload-field.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { UsernameField } from '#app/web/components/username-field.tsx'
import { TagField } from './tag-field.tsx'
import { textOf } from './form-text.ts'
import { type ProfileErrors, profileErrors, WIZARD_TEXTS } from './texts.ts'
import { useTakenFile } from './use-taken-file.ts'
import { WizardHead } from './wizard-head.tsx'

export type ProfileShown = { errors: ProfileErrors; failure?: string; values: Typed; version?: number }

type ProfilePage = {
  backHref: string
  email: string
  values: Typed
  /** Told before: it stands, in words. */
  birthday: string | null
  avatar: string | null
  addressStart: string
  version: number
  tab: string
  savedAt: string | null
  now: string
}

const FIELD_IDS: Record<keyof ProfileErrors, string> = {
  avatar: 'avatar',
  whatsappNumber: 'whatsapp_number',
  displayName: 'display_name',
  username: 'username',
  city: 'city',
  bio: 'bio',
  birthday: 'birthday-day',
  tags: 'tags',
}

/** Profile setup. Before script the button is open and the server judges; with script it says what is missing. */
export function ProfileStepView({ page, shown }: { page: ProfilePage; shown: ProfileShown | undefined }) {
  const errors = shown?.errors ?? {}
  const values = shown?.values ?? page.values
  const text = (name: string) => values[name] ?? ''
  const pending = useNavigation().state === 'submitting'
  const { formRef, onInput, stop, answer } = useAutosave()
  const judged = useJudgement(formRef, page)
  const summary = (Object.keys(FIELD_IDS) as (keyof ProfileErrors)[]).flatMap((field) =>
    errors[field] ? [{ fieldId: FIELD_IDS[field], message: errors[field] }] : [],
  )
  return (
    <div className="container container-narrow creator-wizard">
      <Form
        method="post"
        encType="multipart/form-data"
        className="stack stack-16"
        noValidate
        ref={formRef}
        onSubmit={stop}
        onInput={() => {
          judged.look()
          onInput()
        }}
      >
        <WizardHead
          step={1}
          backHref={page.backHref}
          title="Profile setup"
          saved={<SavedNote answer={answer} before={page.savedAt} />}
        />
        {shown?.failure && <ErrorSummary title={WIZARD_TEXTS.problem} errors={[{ message: shown.failure }]} />}
        <ErrorSummary errors={summary} />
        <input type="hidden" name="version" value={shown?.version ?? page.version} />
        <input type="hidden" name="tab" value={page.tab} />
        <PictureField name={text('display_name')} src={page.avatar} error={errors.avatar} />
        <h2 className="wizard-part">You, only for us</h2>
        <TextField
          label="Email"
          name="email"
          readOnly
          defaultValue={page.email}
          leading={<Icon name="mail" size={20} />}
          trailing={
            <Chip tone="success" icon="check">
              Proven
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
          error={errors.whatsappNumber}
        />
        <BirthdayField page={page} values={values} error={judged.tooYoung ?? errors.birthday} />
        <h2 className="wizard-part">Public page</h2>
        <TextField
          label="Display name"
          name="display_name"
          autoComplete="nickname"
          maxLength={60}
          required
          defaultValue={text('display_name')}
          error={errors.displayName}
        />
        <UsernameField
          start={text('username')}
          addressStart={page.addressStart}
          availabilityPath="/onboarding/profile"
          hint="Lowercase letters, digits and underscores, 3 to 30."
          optional={false}
          error={errors.username}
        />
        <TextField
          label="Location"
          name="city"
          autoComplete="address-level2"
          maxLength={60}
          required
          leading={<Icon name="map-pin" size={20} />}
          defaultValue={text('city')}
          error={errors.city}
        />
        <AreaField
          label="Bio"
          name="bio"
          rows={3}
          required
          placeholder="A line about you"
          defaultValue={text('bio')}
          hint={`${judged.bioLength ?? Array.from(text('bio')).length} of ${BIO_LONGEST}`}
          error={errors.bio}
        />
        <TagField chosen={text('tags').split(' ')} error={errors.tags} />
        <StickyFoot>
          <Button variant="primary" wide pending={pending} pendingLabel="Saving..." disabledReason={judged.reason}>
            Continue
          </Button>
        </StickyFoot>
      </Form>
    </div>
  )
}

function PictureField({ name, src, error }: { name: string; src: string | null; error?: string }) {
  const file = useTakenFile({})
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

function BirthdayField({ page, values, error }: { page: ProfilePage; values: Typed; error?: string }) {
  if (page.birthday) {
    return (
      <TextField
        label="Birthday"
        name="birthday_told"
        readOnly
        defaultValue={page.birthday}
        hint="Told before, so it stands. Support can correct a mistake."
      />
    )
  }
  return (
    <DateFields
      label="Birthday"
      name="birthday"
      purpose="birthday"
      hint="For example 27 3 1998. Never shown."
      defaultValue={{
        day: values['birthday-day'],
        month: values['birthday-month'],
        year: values['birthday-year'],
      }}
      error={error}
    />
  )
}

type Judgement = { reason: string | null; tooYoung?: string; bioLength?: number }

/** What is still missing, by the rules that the server will apply, on the server's own day. */
function useJudgement(form: React.RefObject<HTMLFormElement | null>, page: ProfilePage) {
  const [judgement, setJudgement] = useState<Judgement>({ reason: null })
  const look = () => {
    if (form.current) setJudgement(judge(new FormData(form.current), page))
  }
  useEffect(() => {
    // What was typed or filled in before the script came counts as well.
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { ...judgement, look }
}

function judge(typed: FormData, page: ProfilePage): Judgement {
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
    // While the date is being typed it is only missing; once it names somebody too young, it says so.
    tooYoung: birthday === 'too_young' ? wrong.birthday : undefined,
    bioLength: Array.from(text('bio')).length,
  }
}
