import { data } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type DecisionRefusal, decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { type MoveRefusal, refundIntoWallet, retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import { findRefund, type RefundDetail } from '#app/domain/refunds/queries.server.ts'
import { NOTE_LENGTH } from '#app/domain/refunds/rules.ts'
import { readAmount } from '#app/domain/subscriptions/plan-edit.ts'
import { unreachable } from '#app/platform/result.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { refundPageOf, WHY_NOT } from './refund-page.ts'
import { RefundView } from './refund-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/refund'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:refunds.view', POST: 'staff:refunds.view' },
  title: 'Refund',
} satisfies RouteHandle

const HOME = '/admin/earnings/refunds'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const refund = await findRefund(actor, params.refundId)
  if (!refund) throw new Response('Not found', { status: 404 })
  return data({ page: refundPageOf(refund, url) }, { headers: { 'cache-control': 'private, no-store' } })
}

const Form = z.object({
  intent: z.enum(['grant', 'decline', 'agree', 'send_back', 'retry', 'wallet']),
  amount: z.string().max(40).default(''),
  access: z.enum(['ends', 'stays']).default('ends'),
  to: z.enum(['source', 'wallet']).default('source'),
  note: z.string().max(5_000).default(''),
})
type Typed = z.infer<typeof Form>

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  const form = await parseForm(request, Form)
  if (!form.ok) return answer({ error: 'This form could not be read.', field: null, status: 400 }, form.values)
  const refund = await findRefund(actor, params.refundId)
  if (!refund) throw new Response('Not found', { status: 404 })
  const here = `${HOME}/${refund.id}`
  switch (form.value.intent) {
    case 'grant':
    case 'decline':
    case 'agree':
    case 'send_back':
      return decide(actor, refund, form.value, here)
    case 'retry':
    case 'wallet': {
      const toWallet = form.value.intent === 'wallet'
      const moved = await (toWallet ? refundIntoWallet(actor, refund.id) : retryRefund(actor, refund.id))
      return moved.ok
        ? redirectWithToast(here, {
            title: toWallet ? 'Refunded to wallet' : 'Sending again',
            description: toWallet
              ? 'The money is in the wallet now.'
              : 'First we check whether the gateway already has this refund.',
          })
        : answer(moveRefusal(moved.refusal), form.value)
    }
    default:
      return unreachable(form.value.intent)
  }
}

async function decide(actor: Person, refund: RefundDetail, typed: Typed, here: string) {
  const { intent } = typed
  // Both approvers type the amount, so that nobody approves an amount that they have not read.
  const amountMinor = readAmount(typed.amount, refund.amount.currency)
  if (intent === 'grant' && amountMinor === null)
    return answer({ error: 'Type the amount to refund', field: 'amount', status: 400 }, typed)
  if (intent === 'agree' && amountMinor !== refund.amount.amountMinor)
    return answer(
      { error: `Type the amount to confirm: ${formatMoney(refund.amount)}`, field: 'amount', status: 400 },
      typed,
    )
  const decided =
    intent === 'agree' || intent === 'send_back'
      ? await secondRefund(actor, refund.id, intent === 'agree')
      : await decideRefund(
          actor,
          refund.id,
          intent === 'grant'
            ? {
                kind: 'grant',
                amountMinor: amountMinor!,
                ends: typed.access === 'ends',
                note: typed.note,
                destination: typed.to,
              }
            : { kind: 'decline', note: typed.note },
        )
  if (!decided.ok) return answer(decisionRefusal(decided.refusal), typed)
  const description = {
    requested: { title: 'Approved', description: 'We send the refund now.' },
    agreed:
      intent === 'send_back'
        ? { title: 'Returned', description: 'The refund needs a new decision.' }
        : { title: 'Second approval needed', description: 'Another staff member must approve.' },
    declined: { title: 'Declined', description: 'We emailed your reason to the buyer.' },
  }
  return redirectWithToast(here, description[decided.value])
}

type Refused = { error: string; field: string | null; status: number }

function decisionRefusal(refusal: DecisionRefusal): Refused {
  switch (refusal.kind) {
    case 'not_found':
      throw new Response('Not found', { status: 404 })
    case 'not_permitted':
      return refusal.reason === 'not_open'
        ? { error: 'Status has changed: somebody has already decided.', field: null, status: 409 }
        : { error: WHY_NOT[refusal.reason] ?? 'Your role does not include this.', field: null, status: 403 }
    case 'wrong_amount':
      return { error: PROBLEMS[refusal.problem], field: 'amount', status: 400 }
    case 'note_missing':
      return {
        error: `Write a reason of at least ${NOTE_LENGTH.least} characters. The buyer sees it`,
        field: 'note',
        status: 400,
      }
    case 'disputed':
      return { error: 'This payment has a chargeback. It can\u2019t be refunded too.', field: null, status: 409 }
    case 'not_ours':
      return { error: 'This payment did not match the price. You can only refund it.', field: null, status: 409 }
    case 'no_wallet':
      return { error: 'This refund can’t go to a wallet. Choose mobile money or card.', field: 'to', status: 409 }
    case 'already_spent':
      return { error: 'The top-up is already spent: the wallet balance is too low.', field: null, status: 409 }
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

function moveRefusal(refusal: MoveRefusal): Refused {
  if (refusal.kind === 'not_found') throw new Response('Not found', { status: 404 })
  if (refusal.reason === 'not_open')
    return { error: 'Status has changed. Reload the page to see it.', field: null, status: 409 }
  if (refusal.reason === 'not_shillings')
    return { error: 'This was paid in dollars. A wallet holds only shillings.', field: null, status: 409 }
  return { error: WHY_NOT[refusal.reason] ?? 'Your role does not include this.', field: null, status: 403 }
}

function answer({ status, ...refused }: Refused, values: Readonly<Record<string, string | undefined>>) {
  return data({ ...refused, values }, { status, headers: { 'cache-control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  return <RefundView page={loaderData.page} answer={actionData ?? null} />
}
