import { type DateParts, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import type { FanSetupProblems } from '#app/domain/identity/set-up-fan.server.ts'
import { errorLines, type Failure } from '#app/ui/error-summary.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { AutosaveForm } from '#app/web/components/autosave-form.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { BirthdayField, CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { useServerCheck } from '#app/web/components/use-server-check.ts'
import { PROFILE_PROBLEMS } from '#app/web/profile-problems.ts'

type FanSetupErrors = Partial<Record<keyof FanSetupProblems, string>>
type Values = { displayName: string; day: string; month: string; year: string; city: string }

export type SetupShown = {
  errors: FanSetupErrors
  failure?: Failure
  /** Null if the form could not be read. */
  values: Values | null
  version?: number
}

type SetupPage = {
  values: Values
  /** The stored birthday as text; it can't be changed here. */
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

/** Quick Fan Setup. Without script the button is enabled and the server validates; with script it waits until all fields are filled. */
export function FanSetupView({ page, shown }: { page: SetupPage; shown: SetupShown | undefined }) {
  const errors = shown?.errors ?? {}
  const values = shown?.values ?? page.values
  const autosave = useAutosave()
  const decided = useServerCheck(autosave.formRef, OPEN, (typed) => validate(typed, page))
  const head = (
    <>
      <StepProgress step={1} of={3} />
      <div className="stack stack-4">
        <h1 className="text-h1">Quick Fan Setup</h1>
        <p className="text-lead">Creators see your display name only.</p>
      </div>
    </>
  )
  return (
    <div className="container container-narrow wizard">
      <AutosaveForm
        autosave={autosave}
        version={shown?.version ?? page.version}
        tab={page.tab}
        head={head}
        failure={shown?.failure}
        errors={errorLines(errors, FIELD_IDS)}
        check={decided.check}
      >
        <DisplayNameField defaultValue={values.displayName} error={errors.displayName} />
        <BirthdayField
          stored={page.birthday}
          defaultValue={values}
          error={decided.birthdayProblem ?? errors.birthday}
        />
        <CityField defaultValue={values.city} error={errors.city} />
        <ContinueFoot reason={decided.reason} note={<SavedNote answer={autosave.answer} before={page.savedAt} />} />
      </AutosaveForm>
    </div>
  )
}

/** `birthdayProblem` is already known while the date is being typed. */
type FormCheck = { reason: string | null; birthdayProblem: string | null }
const OPEN: FormCheck = { reason: null, birthdayProblem: null }

/** What is still missing, by the server's rules and the server's date. */
function validate(typed: FormData, page: SetupPage): FormCheck {
  const text = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  const parts: DateParts = { day: text('birthday-day'), month: text('birthday-month'), year: text('birthday-year') }
  const birthday = page.birthday ? null : readBirthday(parts, new Date(page.now)).problem
  // While the date is being typed it only counts as missing; once complete and too young, an error is shown.
  const birthdayProblem = birthday === 'too_young' ? PROFILE_PROBLEMS.birthday.too_young : null
  const name = readDisplayName(text('display_name')).problem
  const city = readCity(text('city')).problem
  if (name) return { birthdayProblem, reason: PROFILE_PROBLEMS.displayName[name] }
  if (birthday) {
    const reason = birthday === 'too_young' ? 'Peach is for people who are 18 or older.' : 'Enter your birthday first.'
    return { birthdayProblem, reason }
  }
  return { birthdayProblem: null, reason: city ? PROFILE_PROBLEMS.city[city] : null }
}
