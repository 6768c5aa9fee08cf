import { redirect } from 'react-router'
import { z } from 'zod'
import { fileReport, type ReportRefusal } from '#app/domain/reports/file-report.server.ts'
import { findReportSubject, type ReportSubject } from '#app/domain/reports/find-subject.server.ts'
import { canReport } from '#app/domain/reports/policy.ts'
import { REASON_NAMES, REPORT, REPORT_KINDS, REPORT_REASONS, type ReportKind } from '#app/domain/reports/report.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button, NotNow } from '#app/ui/button.tsx'
import { AreaField, EmailField, SelectField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { actorContext, requestFactsContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { returnToFrom, withReturnTo } from '#app/web/return-to.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/report'

export const handle = {
  audience: 'members',
  policy: { GET: 'checked_by_domain', POST: 'checked_by_domain' },
  title: 'Report',
  screen: { shell: 'focused' },
} satisfies RouteHandle

function kindOf(text: string): ReportKind {
  const kind = orNotFound(REPORT_KINDS.find((known) => known === text))
  return kind
}

/** What is reported, for whoever sees it. Its author is led back to it; writing is reported with an account. */
async function openSubject({ url, params, context }: Pick<Route.LoaderArgs, 'url' | 'params' | 'context'>) {
  const actor = context.get(actorContext)
  const kind = kindOf(params.kind)
  const subject = await findReportSubject(actor, kind, params.id.toLowerCase())
  const verdict = canReport(actor, subject ?? { kind, reportedId: '', seen: false })
  if (verdict.allowed && subject) return { actor, subject }
  if (!verdict.allowed && verdict.reason === 'sign_in_required')
    throw redirect(withReturnTo(to.signIn, returnToFrom({ url, context })), 303)
  if (!verdict.allowed && verdict.reason === 'own' && subject)
    throw redirectWithToast(placeOf(subject), {
      title: 'Not reported',
      description: 'This is your own.',
      tone: 'error',
    })
  return notFound()
}

function placeOf({ place }: ReportSubject): string {
  if ('username' in place) return to.creator(place.username)
  return 'postId' in place ? to.post(place.postId) : to.chat(place.threadId)
}

const TITLES: Record<ReportKind, string> = {
  post: 'Report this post',
  creator: 'Report this profile',
  comment: 'Report this comment',
  message: 'Report this message',
  conversation: 'Report this conversation',
}

const READ: Record<ReportKind, string> = {
  post: 'Our team looks at the post.',
  creator: 'Our team looks at the profile.',
  comment: 'Our team reads the comment as it is now.',
  message: `Our team reads this message and the ${REPORT.messagesAround} before and after it.`,
  conversation: `Our team reads the last ${REPORT.lastMessages} messages of it.`,
}

export async function loader(args: Route.LoaderArgs) {
  const { actor, subject } = await openSubject(args)
  return {
    title: TITLES[subject.kind],
    text: `${READ[subject.kind]} ${subject.name} never learns who reported it.`,
    backHref: placeOf(subject),
    asksEmail: actor === null,
  }
}

const Fields = z.object({
  reason: z.string().default(''),
  details: z.string().default(''),
  email: z.string().max(400).default(''),
})

const SENT = {
  title: 'Report sent',
  description: 'A person looks at it within 24 hours, and within one hour where somebody may be in danger.',
}
const AGAIN = { title: 'Reported already', description: 'You have reported this, and a person will look at it.' }

export async function action(args: Route.ActionArgs) {
  const form = await parseForm(args.request, Fields)
  if (!form.ok) return invalidForm({ details: 'This form could not be read. Please try again.' }, form.values)
  const { actor, subject } = await openSubject(args)
  const { network } = args.context.get(requestFactsContext)
  const filed = await fileReport(actor, { ...form.value, kind: subject.kind, id: subject.id, network })
  if (!filed.ok) return answerRefusal(filed.refusal, form.value)
  return redirectWithToast(placeOf(subject), filed.value.again ? AGAIN : SENT)
}

const PROBLEMS = {
  no_reason: { reason: 'Choose what is wrong' },
  no_details: { details: 'Say in a sentence what is wrong' },
  too_long: { details: 'Write at most 1,000 characters' },
  no_email: { email: 'Enter an e-mail address such as name@example.com, or leave it empty' },
} as const

function answerRefusal(refusal: ReportRefusal, typed: z.infer<typeof Fields>) {
  switch (refusal.kind) {
    case 'invalid':
      return invalidForm(PROBLEMS[refusal.problem], typed)
    case 'too_many':
      return refuseForm(
        {
          status: 429,
          description: 'Too many reports in the last hour. Wait a little; in danger call 999 or 112.',
        },
        typed,
      )
    case 'not_permitted':
      return notFound()
    default:
      return unreachable(refusal)
  }
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { title, text, backHref, asksEmail } = loaderData
  const { field, value } = readAnswer(actionData)
  const { defaultValue: _chosen, ...reason } = field('reason')
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">{title}</h1>
        <p className="text-secondary">{text}</p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <SelectField label="What is wrong?" {...reason} defaultValue={value('reason')}>
          <option value="">Choose</option>
          {REASON_NAMES.map((name) => (
            <option key={name} value={name}>
              {REPORT_REASONS[name].label}
            </option>
          ))}
        </SelectField>
        <AreaField
          label="What happened"
          optional
          {...field('details')}
          rows={4}
          limit={REPORT.detailsLength}
          hint="Say in a sentence what is wrong. Never send pictures of children."
        />
        {asksEmail && (
          <EmailField
            label="Your e-mail address"
            optional
            required={false}
            {...field('email')}
            hint="Only if you want to be asked or answered. You don’t need an account."
          />
        )}
        <p className="text-caption">
          In danger, call the police: <b>999</b> or <b>112</b>. What is forbidden is in the{' '}
          <a className="link" href={to.acceptableUse}>
            rules of Peach
          </a>
          .
        </p>
        <Button variant="primary" wide icon="flag">
          Send report
        </Button>
      </form>
      <NotNow href={backHref} />
    </div>
  )
}
