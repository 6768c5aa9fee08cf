import { redirect } from 'react-router'
import { z } from 'zod'
import { openDocument } from '#app/domain/documents/open-document.server.ts'
import { listDocumentsOf } from '#app/domain/documents/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import {
  ApproveForm,
  ChangesForm,
  CHECK_NAMES,
  RejectForm,
  REVIEWED_STEPS,
  StatusForm,
} from '#app/domain/moderation/application.ts'
import { approveApplication } from '#app/domain/moderation/approve-application.server.ts'
import { changeCreatorStatus } from '#app/domain/moderation/change-creator-status.server.ts'
import { claimApplication } from '#app/domain/moderation/claim-application.server.ts'
import { openWaitingPost } from '#app/domain/moderation/open-waiting-post.server.ts'
import { findApplicationForReview } from '#app/domain/moderation/queries.server.ts'
import { unopenedText } from '#app/domain/moderation/unopened.ts'
import { rejectApplication } from '#app/domain/moderation/reject-application.server.ts'
import { requestApplicationChanges } from '#app/domain/moderation/request-application-changes.server.ts'
import {
  AnyForm,
  answerDecision,
  type Decided,
  type Mistakes,
  mistakesOf,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { queueAddress, readQueue } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import { type FormRefused, parseForm, refuseForm, checkFields } from '#app/web/forms.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { staffForm } from '#app/web/admin/staff-handle.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { applicationPage } from './application-page.ts'
import { ApplicationView } from './application-view.tsx'
import { APPLICATION_DECISIONS, type ApplicationDecision, APPLICATIONS, REFUSALS, STATUS_CHANGE } from './texts.ts'
import type { Route } from './+types/application'

// By these somebody gains a right, and a rejection refunds weeks that were paid.
export const handle = staffForm('Creator', 'applications.review', {
  decisions: ['approval', 'rejection', 'reinstatement', 'block-removal'],
})

/** A document or a post of the creator has a page of its own. */
type Params = { creatorId: string; documentId?: string; postId?: string }

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const { creatorId, documentId, postId }: Params = params
  const creator = orNotFound(await findApplicationForReview(actor, creatorId))
  const { application } = creator
  if (application) await claimApplication(actor, { ...application, profileId: creator.id })
  const documents = application ? await listDocumentsOf(application.id, actor) : []
  return applicationPage(actor, creator, documents, {
    url,
    openId: documentId ?? postId,
    mediaLink: mediaLinksFor(actor),
  })
}

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const actor = context.get(personContext)
  const { creatorId, documentId, postId }: Params = args.params
  if (documentId || postId) {
    const form = await parseForm(request, AnyForm)
    const typed = form.ok ? form.value : {}
    const refused = await (documentId ? viewDocument(actor, documentId, typed.reason ?? '') : viewPost(actor, postId!))
    return refused ? refuseForm(refused, typed) : redirect(url.pathname + url.search, 303)
  }
  return answerDecision(args, APPLICATION_DECISIONS, AnyForm, async (decision, typed) => {
    if (decision in STATUS_CHANGE) return changeStatus(actor, creatorId, decision as keyof typeof STATUS_CHANGE, typed)
    const done = await decide(actor, creatorId, decision as Verdict, typed)
    return 'title' in done && !('status' in done) ? { ...done, at: listOf(url) } : done
  })
}

function listOf(url: URL): string {
  return queueAddress(APPLICATIONS, readQueue(APPLICATIONS, url))
}

type Verdict = Exclude<ApplicationDecision, keyof typeof STATUS_CHANGE>

const DECIDED: Record<Verdict, { title: string; description: string }> = {
  approval: { title: 'Approved', description: 'is approved' },
  changes: { title: 'Changes requested', description: 'has to change something' },
  rejection: { title: 'Rejected', description: 'is not approved' },
}

async function decide(
  actor: Person,
  creatorId: string,
  decision: Verdict,
  typed: Record<string, string>,
): Promise<Decided | FormRefused | Mistakes> {
  const ticked = (prefix: string, names: readonly string[]) =>
    names.filter((name) => typed[`${prefix}_${name}`] === 'on')
  const raw = { ...typed, steps: ticked('step', REVIEWED_STEPS), checks: ticked('check', CHECK_NAMES) }
  const application = orNotFound((await findApplicationForReview(actor, creatorId))?.application)
  const form = checkFields({ approval: ApproveForm, changes: ChangesForm, rejection: RejectForm }[decision], raw)
  if (!form.success) return mistakesOf(form.error, ['message'])
  const { message = '', steps = [] } = form.data as Partial<z.infer<typeof ChangesForm>>
  const reviewed = { applicationId: application.id, submittedAt: new Date(form.data.submitted) }
  const decided =
    decision === 'approval'
      ? await approveApplication(actor, reviewed)
      : decision === 'rejection'
        ? await rejectApplication(actor, { ...reviewed, message })
        : await requestApplicationChanges(actor, { ...reviewed, message, steps })
  if (!decided.ok) {
    const { refusal } = decided
    return refusal.kind === 'not_opened'
      ? { status: 409, description: unopenedText(refusal.items) }
      : refusedWith(refusal, REFUSALS)
  }
  const { title, description } = DECIDED[decision]
  return { title, description: `${decided.value.displayName} ${description}. We sent an email.` }
}

async function viewDocument(actor: Person, documentId: string, reason: string): Promise<FormRefused | null> {
  const opened = await openDocument(actor, documentId, reason)
  if (opened.ok) return null
  const { kind } = opened.refusal
  if (kind === 'reason_missing')
    return { status: 400, field: 'reason', description: 'Write in a few words why you need to see it' }
  if (kind === 'destroyed') return notFound()
  return refusedWith({ kind }, REFUSALS)
}

async function viewPost(actor: Person, postId: string): Promise<FormRefused | null> {
  const opened = await openWaitingPost(actor, postId)
  return opened.ok ? null : refusedWith(opened.refusal, REFUSALS)
}

const CHANGED: Record<keyof typeof STATUS_CHANGE, { title: string; description: string }> = {
  suspension: { title: 'Suspended', description: 'is suspended and no longer in the feeds.' },
  reinstatement: { title: 'Reinstated', description: 'can use the account again.' },
  block: { title: 'Blocked', description: 'is blocked and no longer in the feeds.' },
  'block-removal': { title: 'Unblocked', description: 'is no longer blocked.' },
}

async function changeStatus(
  actor: Person,
  creatorId: string,
  decision: keyof typeof STATUS_CHANGE,
  typed: Record<string, string>,
): Promise<Decided | FormRefused | Mistakes> {
  const form = checkFields(StatusForm, typed)
  if (!form.success) return mistakesOf(form.error, ['message'])
  const change = STATUS_CHANGE[decision]
  const changed = await changeCreatorStatus(actor, { creatorId, change, reason: form.data.message })
  if (!changed.ok) return refusedWith(changed.refusal, REFUSALS)
  const { title, description } = CHANGED[decision]
  return { title, description: `${changed.value.displayName} ${description}` }
}

export default function Application({ loaderData, actionData }: Route.ComponentProps) {
  return <ApplicationView page={loaderData} answer={actionData} />
}
