import { redirect } from 'react-router'
import { z } from 'zod'
import { getProfileDraft } from '#app/domain/identity/queries.server.ts'
import { saveFanDraft } from '#app/domain/identity/save-fan-draft.server.ts'
import { type FanSetupRefusal, setUpFan } from '#app/domain/identity/set-up-fan.server.ts'
import { to } from '#app/links.ts'
import { showClock, showDate } from '#app/platform/dates.ts'
import { now } from '#app/platform/clock.ts'
import { unreachable } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { afterAllButAutosave, useAutosave } from '#app/web/components/use-autosave.ts'
import { type FormValues, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { personErrors, PROFILE_PROBLEMS } from '#app/web/profile-problems.ts'
import { fanStep, fanStepContext, stepPath } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { type DateParts, readBirthday, readCity, readDisplayName } from '#app/domain/identity/profile-rules.ts'
import { StepProgress } from '#app/ui/progress.tsx'
import { AutosaveForm } from '#app/web/components/autosave-form.tsx'
import { ContinueFoot } from '#app/web/components/continue-foot.tsx'
import { BirthdayField, CityField, DisplayNameField } from '#app/web/components/person-fields.tsx'
import { SavedNote } from '#app/web/components/saved-note.tsx'
import { useServerCheck } from '#app/web/components/use-server-check.ts'
import type { Route } from './+types/setup'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'signed_in', gate: fanStep('setup') }, POST: { who: 'signed_in', gate: fanStep('setup') } },
  title: 'Quick Fan Setup',
  screen: { shell: 'focused', backHref: to.fanOnboarding.intro },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { person, onboarding } = context.get(fanStepContext)
  const profile = await getProfileDraft(person.id)
  const draft = onboarding?.draft ?? { displayName: '', day: '', month: '', year: '', city: '' }
  const started = Object.values(draft).some((typed) => typed !== '')
  return {
    values: started ? draft : { ...draft, displayName: profile.displayName ?? '', city: profile.city ?? '' },
    // Asked once; it can't be changed afterwards.
    birthday: profile.birthday && showDate(new Date(`${profile.birthday}T12:00:00Z`)),
    version: onboarding?.version ?? 0,
    tab: randomToken(),
    savedAt: started && onboarding ? showClock(onboarding.updatedAt) : null,
    now: now().toISOString(),
  }
}

const SetupForm = z.object({
  intent: z.enum(['continue', 'save']).default('continue'),
  display_name: z.string().default(''),
  'birthday-day': z.string().max(2_000).default(''),
  'birthday-month': z.string().max(2_000).default(''),
  'birthday-year': z.string().max(2_000).default(''),
  city: z.string().default(''),
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .default('0'),
  tab: z.string().max(64).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { person, plan } = context.get(fanStepContext)
  const form = await parseForm(request, SetupForm)
  if (!form.ok) return refuseForm({ ...PROFILE_TEXTS.failure, status: 400 })
  const typed = {
    displayName: form.value.display_name,
    day: form.value['birthday-day'],
    month: form.value['birthday-month'],
    year: form.value['birthday-year'],
    city: form.value.city,
  }
  const writer = { tab: form.value.tab, version: Number(form.value.version) }
  if (form.value.intent === 'save') {
    const saved = await saveFanDraft(person, typed, writer)
    return saved.ok
      ? showForm({ savedAt: showClock(saved.value.savedAt) })
      : refuseForm({ status: 409, description: PROFILE_TEXTS.changedElsewhere })
  }
  const result = await refuseOutage(setUpFan(person, typed, writer), 'a fan could not be set up')
  if (result.ok) return redirect(stepPath('plan', plan), 303)
  return refusalAnswer(result.refusal, typed)
}

function refusalAnswer(refusal: FanSetupRefusal | { kind: 'outage' }, values: FormValues) {
  switch (refusal.kind) {
    case 'no_user_logged_in':
      return redirectWithToast(to.signIn, { ...PROFILE_TEXTS.noUser, tone: 'error' })
    case 'changed_elsewhere':
      // What was typed here stays; sending again overwrites.
      return refuseForm(
        { status: 409, description: PROFILE_TEXTS.changedElsewhere },
        { ...values, version: String(refusal.version) },
      )
    case 'invalid':
      return invalidForm(personErrors(refusal.problems), values)
    case 'outage':
      return refuseForm({ ...PROFILE_TEXTS.failure, status: 503 }, values)
    default:
      return unreachable(refusal)
  }
}

export const shouldRevalidate = afterAllButAutosave

type SetupPage = Route.ComponentProps['loaderData']

/** Quick Fan Setup. Without script the button is enabled and the server validates; with script it waits until all fields are filled. */
export default function FanSetup({ loaderData, actionData: answer }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  const { error, value } = readAnswer(answer)
  const text = (name: keyof SetupPage['values']) => value(name, page.values[name])
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
