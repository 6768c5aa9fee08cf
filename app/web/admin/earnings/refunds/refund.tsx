import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type DecisionRefusal, decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { type MoveRefusal, refundIntoWallet, retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import { findRefund, type RefundDetail } from '#app/domain/refunds/queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { readAmount } from '#app/domain/subscriptions/plan-edit.ts'
import { type Result, unreachable } from '#app/platform/result.ts'
import { answerDecision, type Decided, orNotFound } from '#app/web/admin/review-queue/answer-decision.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { refundPageOf, WHY_NOT } from './refund-page.ts'
import { RefundView } from './refund-view.tsx'
import { REFUND_DECISIONS, type RefundDecision } from './texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/refund'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.view', POST: 'staff:refunds.view' },
  title: 'Refund',
} satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const refund = orNotFound(await findRefund(context.get(personContext), params.refundId))
  return { page: refundPageOf(refund, url) }
}

const Form = z.object({
  amount: z.string().max(40).default(''),
  access: z.enum(['ends', 'stays']).default('ends'),
  to: z.enum(['source', 'wallet']).default('source'),
  note: z.string().max(5_000).default(''),
})
type Typed = z.infer<typeof Form>

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, REFUND_DECISIONS, Form, async (decision, typed) => {
    const refund = orNotFound(await findRefund(actor, args.params.refundId))
    return decide(actor, refund, decision, typed)
  })
}

async function decide(
  actor: Person,
  refund: RefundDetail,
  decision: RefundDecision,
  typed: Typed,
): Promise<Decided | FormRefused> {
  switch (decision) {
    case 'approval':
      return grant(actor, refund, typed)
    case 'second-approval':
      return approveSecond(actor, refund, typed)
    case 'rejection':
      return decided(await decideRefund(actor, refund.id, { kind: 'decline', note: typed.note }))
    case 'return':
      return decided(await secondRefund(actor, refund.id, false), {
        title: 'Returned',
        description: 'The refund needs a new decision.',
      })
    case 'retry': {
      const retried = await retryRefund(actor, refund.id)
      return retried.ok
        ? { title: 'Sending again', description: 'First we check whether the gateway already has this refund.' }
        : moveRefusal(retried.refusal)
    }
    case 'wallet': {
      const moved = await refundIntoWallet(actor, refund.id)
      return moved.ok
        ? { title: 'Refunded to wallet', description: 'The money is in the wallet now.' }
        : moveRefusal(moved.refusal)
    }
    default:
      return unreachable(decision)
  }
}

// Both approvers type the amount, so that nobody approves an amount that they have not read.
async function grant(actor: Person, refund: RefundDetail, typed: Typed) {
  const amountMinor = readAmount(typed.amount, refund.amount.currency)
  if (amountMinor === null) return { status: 400, field: 'amount', description: 'Type the amount to refund' }
  const { note, to: destination } = typed
  const ends = typed.access === 'ends'
  return decided(await decideRefund(actor, refund.id, { kind: 'grant', amountMinor, ends, note, destination }))
}

async function approveSecond(actor: Person, refund: RefundDetail, typed: Typed) {
  if (readAmount(typed.amount, refund.amount.currency) !== refund.amount.amountMinor) {
    const description = `Type the amount to confirm: ${formatMoney(refund.amount)}`
    return { status: 400, field: 'amount', description }
  }
  return decided(await secondRefund(actor, refund.id, true))
}

const OUTCOMES = {
  requested: { title: 'Approved', description: 'We send the refund now.' },
  agreed: { title: 'Second approval needed', description: 'Another staff member must approve.' },
  declined: { title: 'Declined', description: 'We emailed your reason to the buyer.' },
}

function decided(result: Result<keyof typeof OUTCOMES, DecisionRefusal>, done?: Decided): Decided | FormRefused {
  return result.ok ? (done ?? OUTCOMES[result.value]) : decisionRefusal(result.refusal)
}

function decisionRefusal(refusal: DecisionRefusal): FormRefused {
  switch (refusal.kind) {
    case 'not_found':
      throw new Response('Not found', { status: 404 })
    case 'not_permitted':
      return refusal.reason === 'not_open'
        ? { description: 'Status has changed: somebody has already decided.', status: 409 }
        : { description: WHY_NOT[refusal.reason] ?? 'Your role does not include this.', status: 403 }
    case 'wrong_amount':
      return { description: PROBLEMS[refusal.problem], field: 'amount', status: 400 }
    case 'note_missing':
      return {
        description: `Write a reason of at least ${NOTE_LENGTH.min} characters. The buyer sees it`,
        field: 'note',
        status: 400,
      }
    case 'disputed':
      return { description: 'This payment has a chargeback. It can\u2019t be refunded too.', status: 409 }
    case 'not_ours':
      return { description: 'This payment did not match the price. You can only refund it.', status: 409 }
    case 'no_wallet':
      return { description: 'This refund can’t go to a wallet. Choose mobile money or card.', field: 'to', status: 409 }
    case 'already_spent':
      return { description: 'The top-up is already spent: the wallet balance is too low.', status: 409 }
    default:
      return unreachable(refusal)
  }
}

const PROBLEMS = {
  nothing: 'Enter an amount above zero',
  no_whole_step: 'Enter whole shillings',
  more_than_rest: 'This is more than the amount not yet refunded',
  not_all: 'This payment is refunded in full: type the full amount',
} as const

function moveRefusal(refusal: MoveRefusal): FormRefused {
  if (refusal.kind === 'not_found') throw new Response('Not found', { status: 404 })
  if (refusal.reason === 'not_open')
    return { description: 'Status has changed. Reload the page to see it.', status: 409 }
  if (refusal.reason === 'not_shillings')
    return { description: 'This was paid in dollars. A wallet holds only shillings.', status: 409 }
  return { description: WHY_NOT[refusal.reason] ?? 'Your role does not include this.', status: 403 }
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  return <RefundView page={loaderData.page} answer={actionData} />
}
