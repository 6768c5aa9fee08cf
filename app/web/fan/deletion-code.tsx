import { codeOf } from '#app/platform/exact-text.ts'
import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CodeField } from '#app/ui/code-field.tsx'
import { type ConfirmRefusal, confirmDeletion } from '#app/domain/privacy/confirm-deletion.server.ts'
import { getDeletionState } from '#app/domain/privacy/queries.server.ts'
import { showDate } from '#app/platform/dates.ts'
import { PRIVACY } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { clearCookie } from '#app/web/cookies.server.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { DELETION_TEXTS } from './deletion-texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/deletion-code'

// The mailed code typed here is itself an identity proof.
export const handle = {
  audience: 'members',
  policy: { GET: 'signed_in', POST: 'signed_in' },
  beforeAgreements: true,
  title: 'Delete your account',
  screen: { shell: 'focused', backHref: to.deletion },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (!(await getDeletionState(person)).awaitsCode) throw redirect(to.deletion, 303)
  return { email: person.email }
}

const INVALID_CODE = { status: 400, field: 'code', description: DELETION_TEXTS.invalidCode }
const CodeForm = z.object({ code: z.string().max(40).default('') })

export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, CodeForm)
  const code = form.ok ? codeOf(form.value.code) : ''
  if (!/^\d{6}$/.test(code)) return refuseForm(INVALID_CODE)
  const result = await confirmDeletion(person, code)
  if (!result.ok) return refusalAnswer(result.refusal.kind)
  const response = redirectWithToast(
    '/',
    {
      ...DELETION_TEXTS.closed,
      description: `It is erased on ${showDate(result.value.dueAt)}. To keep it, use the link in our email.`,
    },
    [clearCookie('session')],
  )
  response.headers.set('clear-site-data', '"cache", "storage"')
  return response
}

function refusalAnswer(kind: ConfirmRefusal['kind']) {
  switch (kind) {
    case 'invalid_code':
      return refuseForm(INVALID_CODE)
    case 'nothing_asked':
      return redirectWithToast(to.deletion, { ...DELETION_TEXTS.codeEnded, tone: 'error' })
    case 'something_open':
    case 'not_active':
    case 'staff':
    case 'sign_in_required':
      return redirect(to.deletion, 303)
    default:
      return unreachable(kind)
  }
}

export default function DeletionCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const pending = useNavigation().state === 'submitting'
  return (
    <FocusedPage
      icon="mail"
      title="Confirm with the code"
      text={
        <>
          We sent a 6-digit code to <b translate="no">{loaderData.email}</b>
        </>
      }
    >
      <FormErrorSummary answer={actionData} />
      <form method="post" className="stack stack-16" noValidate>
        <CodeField label="6-digit code" name="code" error={readAnswer(actionData).error('code')} />
        <Button variant="danger" wide pending={pending} pendingLabel="Closing...">
          Close and delete my account
        </Button>
      </form>
      <LinkButton href={to.profile} variant="quiet" wide>
        Keep my account
      </LinkButton>
      <p className="text-secondary">{`The code is valid ${PRIVACY.codeMinutes} minutes and works once.`}</p>
    </FocusedPage>
  )
}
