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
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'

export type ReviewAnswer = { errors: { fieldId?: string; message: string }[]; values: Record<string, string> }
type Place = { creatorId: string; address: string; query: URLSearchParams }

const AnyForm = z.record(z.string(), z.string())
const INTENTS = ['approve', 'changes', 'reject', 'look', 'look-post', ...STATUS_CHANGES] as const

/** Answers whatever a reviewer sends about one creator: a decision, a look at what is closed, a change of standing. */
export async function answerReview(request: Request, actor: Person, place: Place) {
  const form = await parseForm(request, AnyForm)
  const values = form.ok ? form.value : {}
  const intent = INTENTS.find((known) => known === values.intent)
  switch (intent) {
    case 'approve':
    case 'changes':
    case 'reject':
      return answerDecision(intent, actor, place, values)
    case 'look':
      return viewResponse(actor, place, values)
    case 'look-post':
      return postViewResponse(actor, place, values)
    case 'suspend':
    case 'reinstate':
    case 'block':
    case 'unblock':
      return statusResponse(intent, actor, place, values)
    case undefined:
      throw new Response('This form could not be read.', { status: 400 })
    default:
      return unreachable(intent)
  }
}

const DECIDED = {
  approve: { title: 'Approved', description: 'is approved' },
  changes: { title: 'Sent back', description: 'has something to fix' },
  reject: { title: 'Rejected', description: 'is not approved' },
} as const

async function answerDecision(
  intent: keyof typeof DECIDED,
  actor: Person,
  place: Place,
  values: Record<string, string>,
) {
  const ticked = (prefix: string, names: readonly string[]) =>
    names.filter((name) => values[`${prefix}_${name}`] === 'on')
  const raw = { ...values, steps: ticked('step', REVIEWED_STEPS), checks: ticked('check', CHECK_NAMES) }
  const peach = await findApplicationForReview(actor, place.creatorId)
  if (!peach?.application) throw new Response('Not found', { status: 404 })
  const applicationId = peach.application.id
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
  if (!decided.ok) return refusalAnswer(decided.refusal, place)
  const { title, description } = DECIDED[intent]
  return redirectWithToast(listAddress(place), {
    title,
    description: `${decided.value.displayName} ${description} and is told by e-mail.`,
  })
}

function refusalAnswer(refusal: DecisionRefusal, place: Place): Response {
  switch (refusal.kind) {
    case 'not_there':
      throw new Response('Not found', { status: 404 })
    case 'changed_meanwhile':
      return redirectWithToast(hereAddress(place), {
        title: 'Not decided',
        description: 'It was decided or sent anew meanwhile. This is how it stands now.',
        tone: 'error',
      })
    case 'not_permitted':
      if (refusal.reason === 'not_yours') throw new Response('Your role does not include this.', { status: 403 })
      return redirectWithToast(hereAddress(place), {
        title: 'Not decided',
        description: 'Nobody decides on their own application.',
        tone: 'error',
      })
    default:
      return unreachable(refusal)
  }
}

async function viewResponse(actor: Person, place: Place, values: Record<string, string>) {
  const opened = await openDocument(actor, values.document ?? '', values.reason ?? '')
  if (opened.ok) return redirect(hereAddress(place, { shown: values.document ?? '' }), 303)
  switch (opened.refusal.kind) {
    case 'reason_missing':
      return invalid([{ fieldId: 'reason', message: 'Write in a few words why you open it' }], values)
    case 'not_there':
    case 'destroyed':
      throw new Response('Not found', { status: 404 })
    case 'not_yours':
      throw new Response('Your role does not include this.', { status: 403 })
    case 'own_application':
    case 'already_submitted':
    case 'look_needed':
      return redirectWithToast(hereAddress(place), {
        title: 'Not opened',
        description: 'Nobody opens their own documents here.',
        tone: 'error',
      })
    default:
      return unreachable(opened.refusal)
  }
}

async function postViewResponse(actor: Person, place: Place, values: Record<string, string>) {
  const opened = await openWaitingPost(actor, values.post ?? '')
  if (opened.ok) return redirect(hereAddress(place, { shown: values.post ?? '' }), 303)
  if (opened.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  return redirectWithToast(hereAddress(place), {
    title: 'Not opened',
    description: 'Nobody reviews their own posts.',
    tone: 'error',
  })
}

const STATUS: Record<StatusChange, { title: string; description: string }> = {
  suspend: { title: 'Suspended', description: 'is suspended and left the feeds.' },
  reinstate: { title: 'Reinstated', description: 'may work again.' },
  block: { title: 'Blocked', description: 'is blocked and left the feeds.' },
  unblock: { title: 'Unblocked', description: 'is no longer blocked.' },
}

async function statusResponse(change: StatusChange, actor: Person, place: Place, values: Record<string, string>) {
  const form = StatusForm.safeParse(values)
  if (!form.success) return mistakes(form.error, values)
  const changed = await changeCreatorStatus(actor, { creatorId: place.creatorId, change, reason: form.data.message })
  if (changed.ok) {
    const { title, description } = STATUS[change]
    return redirectWithToast(hereAddress(place), { title, description: `${changed.value.displayName} ${description}` })
  }
  if (changed.refusal.kind === 'not_there') throw new Response('Not found', { status: 404 })
  if (changed.refusal.reason === 'not_yours') throw new Response('Your role does not include this.', { status: 403 })
  return redirectWithToast(hereAddress(place), {
    title: 'Nothing changed',
    description:
      changed.refusal.reason === 'stands_so_already'
        ? 'Somebody was faster: this is how it stands now.'
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

function keptQuery({ query }: Place): [string, string][] {
  return ['filter', 'find'].flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
}

function hereAddress(place: Place, more: Record<string, string> = {}): string {
  const query = new URLSearchParams([...keptQuery(place), ...Object.entries(more)]).toString()
  return query ? `${place.address}?${query}` : place.address
}

function listAddress(place: Place): string {
  const query = new URLSearchParams(keptQuery(place)).toString()
  return query ? `/admin/peaches?${query}` : '/admin/peaches'
}
