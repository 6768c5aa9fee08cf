import { type DateParts, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { StepProgress } from '#app/ui/progress.tsx'
import { AutosaveForm } from '#app/web/components/autosave-form.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { BirthdayField, CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { useAutosave } from '#app/web/components/use-autosave.ts'
import { useServerCheck } from '#app/web/components/use-server-check.ts'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { PROFILE_PROBLEMS } from '#app/web/profile-problems.ts'

type Values = { displayName: string; day: string; month: string; year: string; city: string }

type SetupPage = {
  values: Values
  /** The stored birthday as text; it can't be changed here. */
  birthday: string | null
  version: number
  tab: string
  savedAt: string | null
  now: string
}

/** Quick Fan Setup. Without script the button is enabled and the server validates; with script it waits until all fields are filled. */
export function FanSetupView({ page, answer }: { page: SetupPage; answer: FormAnswer | undefined }) {
  const { error, value } = readAnswer(answer)
  const text = (name: keyof Values) => value(name, page.values[name])
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
        version={page.version}
        tab={page.tab}
        head={head}
        answer={answer}
        check={decided.check}
      >
        <DisplayNameField defaultValue={text('displayName')} error={error('display_name')} />
        <BirthdayField
          stored={page.birthday}
          defaultValue={{ day: text('day'), month: text('month'), year: text('year') }}
          error={decided.birthdayProblem ?? error('birthday-day')}
        />
        <CityField defaultValue={text('city')} error={error('city')} />
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
