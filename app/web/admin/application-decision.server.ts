import { data, redirect } from 'react-router'
import { z } from 'zod'
import { openDocument } from '#app/domain/documents/open-document.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { approveApplication } from '#app/domain/moderation/approve-application.server.ts'
import {
  ApproveForm,
  ChangesForm,
  CHECK_NAMES,
  RejectForm,
  REVIEWED_STEPS,
  StatusForm,
} from '#app/domain/moderation/application.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import type { DecisionRefusal } from '#app/domain/moderation/decision.ts'
import { openWaitingPost } from '#app/domain/moderation/open-waiting-post.server.ts'
import { STATUS_CHANGES, type StatusChange } from '#app/domain/moderation/policy.ts'
import { findApplicationForReview } from '#app/domain/moderation/queries.server.ts'
import { rejectApplication } from '#app/domain/moderation/reject-application.server.ts'
import { requestApplicationChanges } from '#app/domain/moderation/request-application-changes.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'

export type ReviewAnswer = { errors: { fieldId?: string; message: string }[]; values: Record<string, string> }
type ReviewPage = { creatorId: string; address: string; query: URLSearchParams }

const AnyForm = z.record(z.string(), z.string())
const INTENTS = ['approve', 'changes', 'reject', 'look', 'look-post', ...STATUS_CHANGES] as const

/** Answers a reviewer's form about one creator: a decision, a view of a document or post, or a change of the account status. */
export async function answerReview(request: Request, actor: Person, page: ReviewPage) {
  const form = await parseForm(request, AnyForm)
  const values = form.ok ? form.value : {}
  const intent = INTENTS.find((known) => known === values.intent)
  switch (intent) {
    case 'approve':
    case 'changes':
    case 'reject':
      return answerDecision(intent, actor, page, values)
    case 'look':
      return viewResponse(actor, page, values)
    case 'look-post':
      return postViewResponse(actor, page, values)
    case 'suspend':
    case 'reinstate':
    case 'block':
    case 'unblock':
      return statusResponse(intent, actor, page, values)
    case undefined:
      throw new Response('This form could not be read.', { status: 400 })
    default:
      return unreachable(intent)
  }
}

const DECIDED = {
  approve: { title: 'Approved', description: 'is approved' },
  changes: { title: 'Changes requested', description: 'has to change something' },
  reject: { title: 'Rejected', description: 'is not approved' },
} as const

async function answerDecision(
  intent: keyof typeof DECIDED,
  actor: Person,
  page: ReviewPage,
  values: Record<string, string>,
) {
  const ticked = (prefix: string, names: readonly string[]) =>
    names.filter((name) => values[`${prefix}_${name}`] === 'on')
  const raw = { ...values, steps: ticked('step', REVIEWED_STEPS), checks: ticked('check', CHECK_NAMES) }
  const creator = await findApplicationForReview(actor, page.creatorId)
  if (!creator?.application) throw new Response('Not found', { status: 404 })
  const applicationId = creator.application.id
  const decided = await (async () => {
    if (intent === 'approve') {
      const form = ApproveForm.safeParse(raw)
      if (!form.success) return form.error
      return approveApplication(actor, { applicationId, submittedAt: new Date(form.data.submitted) })
    }
    if (intent === 'reject') {
      const form = RejectForm.safeParse(raw)
      if (!form.success) return form.error
      const { submitted, message } = form.data
      return rejectApplication(actor, { applicationId, submittedAt: new Date(submitted), message })
    }
    const form = ChangesForm.safeParse(raw)
    if (!form.success) return form.error
    const { submitted, message, steps } = form.data
    return requestApplicationChanges(actor, { applicationId, submittedAt: new Date(submitted), message, steps })
  })()
  if (decided instanceof z.ZodError) return mistakes(decided, values)
  if (!decided.ok) return refusalAnswer(decided.refusal, page)
  const { title, description } = DECIDED[intent]
  return redirectWithToast(listAddress(page), {
    title,
    description: `${decided.value.displayName} ${description}. We sent an email.`,
  })
}

function refusalAnswer(refusal: DecisionRefusal, page: ReviewPage): Response {
  switch (refusal.kind) {
    case 'not_there':
      throw new Response('Not found', { status: 404 })
    case 'changed_meanwhile':
      return redirectWithToast(hereAddress(page), {
        title: 'Status has changed',
        description: 'Somebody has decided this application, or the creator sent it again. Check it before you decide.',
        tone: 'error',
      })
    case 'not_permitted':
      if (refusal.reason === 'not_yours') throw new Response('Your role does not include this.', { status: 403 })
      return redirectWithToast(hereAddress(page), {
        title: 'Not saved',
        description: 'You can\u2019t decide on your own application.',
        tone: 'error',
      })
    default:
      return unreachable(refusal)
  }
}

async function viewResponse(actor: Person, page: ReviewPage, values: Record<string, string>) {
  const opened = await openDocument(actor, values.document ?? '', values.reason ?? '')
  if (opened.ok) return redirect(hereAddress(page, { shown: values.document ?? '' }), 303)
  switch (opened.refusal.kind) {
    case 'reason_missing':
      return invalid([{ fieldId: 'reason', message: 'Write in a few words why you need to see it' }], values)
    case 'not_there':
    case 'destroyed':
      throw new Response('Not found', { status: 404 })
    case 'not_yours':
      throw new Response('Your role does not include this.', { status: 403 })
    case 'own_application':
    case 'already_submitted':
    case 'view_needed':
      return redirectWithToast(hereAddress(page), {
        title: 'Not opened',
        description: 'You can\u2019t open your own documents here.',
        tone: 'error',
      })
    default:
      return unreachable(opened.refusal)
  }
}

async function postViewResponse(actor: Person, page: ReviewPage, values: Record<string, string>) {
  const opened = await openWaitingPost(actor, values.post ?? '')
  if (opened.ok) return redirect(hereAddress(page, { shown: values.post ?? '' }), 303)
  if (opened.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return redirectWithToast(hereAddress(page), {
    title: 'Not opened',
    description: 'You can\u2019t review your own posts.',
    tone: 'error',
  })
}

const STATUS: Record<StatusChange, { title: string; description: string }> = {
  suspend: { title: 'Suspended', description: 'is suspended and no longer in the feeds.' },
  reinstate: { title: 'Reinstated', description: 'can use the account again.' },
  block: { title: 'Blocked', description: 'is blocked and no longer in the feeds.' },
  unblock: { title: 'Unblocked', description: 'is no longer blocked.' },
}

async function statusResponse(change: StatusChange, actor: Person, page: ReviewPage, values: Record<string, string>) {
  const form = StatusForm.safeParse(values)
  if (!form.success) return mistakes(form.error, values)
  const changed = await changeCreatorStatus(actor, { creatorId: page.creatorId, change, reason: form.data.message })
  if (changed.ok) {
    const { title, description } = STATUS[change]
    return redirectWithToast(hereAddress(page), { title, description: `${changed.value.displayName} ${description}` })
  }
  if (changed.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  if (changed.refusal.reason === 'not_yours') throw new Response('Your role does not include this.', { status: 403 })
  return redirectWithToast(hereAddress(page), {
    title: 'Not changed',
    description:
      changed.refusal.reason === 'stands_so_already'
        ? 'Status has changed: somebody has already done this.'
        : 'This account can\u2019t be changed here.',
    tone: 'error',
  })
}

function mistakes(error: z.ZodError, values: Record<string, string>) {
  return invalid(
    error.issues.map((issue) => {
      const field = String(issue.path[0] ?? '')
      return { ...(field === 'message' ? { fieldId: 'message' } : {}), message: issue.message }
    }),
    values,
  )
}

function invalid(errors: ReviewAnswer['errors'], values: Record<string, string>) {
  return data<ReviewAnswer>({ errors, values }, 400)
}

function keptQuery({ query }: ReviewPage): [string, string][] {
  return ['filter', 'find'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
}

function hereAddress(page: ReviewPage, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...keptQuery(page), ...Object.entries(more)]).toString()
  return query ? `${page.address}?${query}` : page.address
}

function listAddress(page: ReviewPage): string {
  const query = new URLSearchParams(keptQuery(page)).toString()
  return query ? `${to.admin.applications}?${query}` : to.admin.applications
}
