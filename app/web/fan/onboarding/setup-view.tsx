import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { type DateParts, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { Button } from '#app/ui/button.tsx'
import { DateFields } from '#app/ui/date-fields.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { PROFILE_PROBLEMS } from '../profile-texts.ts'
import type { FanSetupErrors } from './setup-errors.ts'

type Values = { displayName: string; day: string; month: string; year: string; city: string }

export type SetupShown = {
  errors: FanSetupErrors
  failure?: { title: string; description: string }
  /** Null where the form couldn't be read. */
  values: Values | null
  version?: number
}

type SetupPage = {
  values: Values
  /** Told before: it stands, in words. */
  birthday: string | null
  version: number
  tab: string
  savedAt: string | null
  now: string
}

const FIELD_IDS: Record<keyof FanSetupErrors, string> = {
  displayName: 'display_name',
  birthday: 'birthday-day',
  city: 'city',
}

/** Quick Fan Setup. Before script the button is open and the server judges; with script it waits until everything is there. */
export function FanSetupView({ page, shown }: { page: SetupPage; shown: SetupShown | undefined }) {
  const errors = shown?.errors ?? {}
  const values = shown?.values ?? page.values
  const pending = useNavigation().state === 'submitting'
  const { formRef, onInput, stop, answer } = useAutosave()
  const judged = useJudgement(formRef, page)
  const summary = (Object.keys(FIELD_IDS) as (keyof FanSetupErrors)[]).flatMap((field) =>
    errors[field] ? [{ fieldId: FIELD_IDS[field], message: errors[field] }] : [],
  )
  return (
    <div className="container container-narrow wizard">
      <Form
        method="post"
        className="stack stack-16"
        noValidate
        ref={formRef}
        onSubmit={stop}
        onInput={() => {
          judged.look()
          onInput()
        }}
      >
        <StepProgress step={1} of={3} />
        <div className="stack stack-4">
          <h1 className="text-h1">Quick Fan Setup</h1>
          <p className="text-lead">Creators see your display name only.</p>
        </div>
        {shown?.failure && (
          <ErrorSummary title={shown.failure.title} errors={[{ message: shown.failure.description }]} />
        )}
        <ErrorSummary errors={summary} />
        <input type="hidden" name="version" value={shown?.version ?? page.version} />
        <input type="hidden" name="tab" value={page.tab} />
        <SetupFields page={page} values={values} errors={errors} birthdayProblem={judged.birthdayProblem} />
        <StickyFoot note={<SavedNote answer={answer} before={page.savedAt} />}>
          <Button variant="primary" wide pending={pending} pendingLabel="Saving..." disabledReason={judged.reason}>
            Continue
          </Button>
        </StickyFoot>
      </Form>
    </div>
  )
}

type SetupFieldsProps = {
  page: SetupPage
  values: Values
  errors: FanSetupErrors
  /** Known already while the date is being typed. */
  birthdayProblem: string | null
}

function SetupFields({ page, values, errors, birthdayProblem }: SetupFieldsProps) {
  return (
    <>
      <TextField
        label="Display name"
        name="display_name"
        autoComplete="nickname"
        maxLength={60}
        required
        defaultValue={values.displayName}
        error={errors.displayName}
      />
      {page.birthday ? (
        <TextField
          label="Birthday"
          name="birthday_told"
          readOnly
          defaultValue={page.birthday}
          hint="Told before, so it stands. Support can correct a mistake."
        />
      ) : (
        <DateFields
          label="Birthday"
          name="birthday"
          purpose="birthday"
          hint="For example 27 3 1998. Never shown."
          defaultValue={values}
          error={birthdayProblem ?? errors.birthday}
        />
      )}
      <TextField
        label="City"
        name="city"
        optional
        autoComplete="address-level2"
        maxLength={60}
        defaultValue={values.city}
        error={errors.city}
      />
    </>
  )
}

type Judgement = { reason: string | null; birthdayProblem: string | null }
const OPEN: Judgement = { reason: null, birthdayProblem: null }

/** What is still missing, by the rules that the server will apply, on the server's own day. */
function useJudgement(form: React.RefObject<HTMLFormElement | null>, page: SetupPage) {
  const [judgement, setJudgement] = useState(OPEN)
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

function judge(typed: FormData, page: SetupPage): Judgement {
  const text = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  const parts: DateParts = { day: text('birthday-day'), month: text('birthday-month'), year: text('birthday-year') }
  const birthday = page.birthday ? null : readBirthday(parts, new Date(page.now)).problem
  // While the date is being typed it is only missing; once it names somebody too young, it says so.
  const birthdayProblem = birthday === 'too_young' ? PROFILE_PROBLEMS.birthday.too_young : null
  const name = readDisplayName(text('display_name')).problem
  const city = readCity(text('city')).problem
  if (name) return { birthdayProblem, reason: PROFILE_PROBLEMS.displayName[name] }
  if (birthday) {
    const reason = birthday === 'too_young' ? 'Peach is only for people of 18 or older.' : 'Enter your birthday first.'
    return { birthdayProblem, reason }
  }
  return { birthdayProblem: null, reason: city ? PROFILE_PROBLEMS.city[city] : null }
}
