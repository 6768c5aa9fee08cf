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
import { afterAllButAutosave } from '#app/web/components/use-autosave.ts'
import type { FormValues } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm, showForm } from '#app/web/forms.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { useVisit } from '#app/web/components/use-visit.ts'
import { personErrors } from '#app/web/profile-problems.ts'
import { FanSetupView } from './setup-view.tsx'
import { fanStep, fanStepContext, stepPath } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
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
  display_name: z.string().max(2_000).default(''),
  'birthday-day': z.string().max(2_000).default(''),
  'birthday-month': z.string().max(2_000).default(''),
  'birthday-year': z.string().max(2_000).default(''),
  city: z.string().max(2_000).default(''),
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

export default function FanSetup({ loaderData, actionData }: Route.ComponentProps) {
  const page = useVisit(loaderData)
  return <FanSetupView page={page} answer={actionData} />
}
