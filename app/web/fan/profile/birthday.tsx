import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import type { DateParts } from '#app/domain/identity/profile-rules.ts'
import { type BirthdayRefusal, setBirthday } from '#app/domain/identity/set-birthday.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { SaveFoot } from '#app/ui/sticky-foot.tsx'
import { BirthdayField } from '#app/web/components/person-fields.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { refuseOutage } from '#app/web/refuse-outage.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PROFILE_PROBLEMS } from '#app/web/profile-problems.ts'
import { PROFILE_TEXTS } from '../profile-texts.ts'
import { personContext } from '#app/web/context.server.ts'
import { memberForm } from '#app/web/page-handle.ts'
import type { Route } from './+types/birthday'

export const handle = memberForm('Your birthday', { shell: 'focused', backHref: to.profile })

/** Asks for the birthday if it is missing. It can't be changed afterwards. */
export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (person.birthday !== null) throw redirect(to.profile, 303)
  return { waits: (await holdsPass(person.id)) !== null }
}

const BirthdayForm = z.object({
  'birthday-day': z.string().max(200).default(''),
  'birthday-month': z.string().max(200).default(''),
  'birthday-year': z.string().max(200).default(''),
})

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, BirthdayForm)
  const values = {
    day: form.ok ? form.value['birthday-day'] : '',
    month: form.ok ? form.value['birthday-month'] : '',
    year: form.ok ? form.value['birthday-year'] : '',
  }
  const result = await refuseOutage(setBirthday(person, values), 'a birthday could not be stored')
  if (!result.ok) return refusalAnswer(result.refusal, values)
  const opens = (await holdsPass(person.id)) !== null
  return redirectWithToast(opens ? to.premiumFeed : to.profile, PROFILE_TEXTS.birthdaySaved)
}

function refusalAnswer(refusal: BirthdayRefusal | { kind: 'outage' }, values: DateParts) {
  switch (refusal.kind) {
    case 'no_user_logged_in':
      return redirectWithToast(to.signIn, { ...PROFILE_TEXTS.noUser, tone: 'error' })
    case 'already_set':
      return redirect(to.profile, 303)
    case 'invalid':
      return invalidForm({ 'birthday-day': PROFILE_PROBLEMS.birthday[refusal.problem] }, { ...values })
    case 'outage':
      return refuseForm({ ...PROFILE_TEXTS.failure, status: 503 }, { ...values })
    default:
      return unreachable(refusal)
  }
}

export default function Birthday({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  const { error, value } = readAnswer(actionData)
  return (
    <div className="container container-narrow auth-column">
      <Form method="post" className="stack stack-16" noValidate>
        <div className="stack stack-4">
          <h1 className="text-h1-small">When were you born?</h1>
          <p className="text-secondary">
            {loaderData.waits
              ? 'Your access is paid. Tell us your birthday to open it. Peach is for people who are 18 or older.'
              : 'Peach is for people who are 18 or older.'}
          </p>
        </div>
        <FormErrorSummary answer={actionData} />
        <BirthdayField
          hint="For example 27 3 1998. Never shown. We ask only once."
          defaultValue={{ day: value('day'), month: value('month'), year: value('year') }}
          error={error('birthday-day')}
        />
        <SaveFoot pending={pending}>Save and continue</SaveFoot>
      </Form>
    </div>
  )
}
