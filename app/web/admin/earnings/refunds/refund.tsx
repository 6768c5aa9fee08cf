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
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { refundPageOf, WHY_NOT } from './refund-page.ts'
import { RefundView } from './refund-view.tsx'
import type { Route } from './+types/refund'

const HOME = '/admin/earnings/refunds'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Refund', matches)

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'refunds.view')
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
  const actor = requireStaff(context, 'refunds.view')
  const form = await parseForm(request, Form)
  if (!form.ok) return answer({ error: 'That could not be read', field: null, status: 400 }, form.values)
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
            title: toWallet ? 'In the wallet' : 'Sent again',
            description: toWallet ? 'It is there at once.' : 'What stands at the gateway already is found first.',
          })
        : answer(moveRefusal(moved.refusal), form.value)
    }
    default:
      return unreachable(form.value.intent)
  }
}

async function decide(actor: Person, refund: RefundDetail, typed: Typed, here: string) {
  const { intent } = typed
  // What leaves is typed, and by the second person once more: nobody grants a sum that they have not read.
  const amountMinor = readAmount(typed.amount, refund.amount.currency)
  if (intent === 'grant' && amountMinor === null)
    return answer({ error: 'Type the amount to return', field: 'amount', status: 400 }, typed)
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
    requested: { title: 'Granted', description: 'It is sent now.' },
    agreed:
      intent === 'send_back'
        ? { title: 'Sent back', description: 'It is decided anew.' }
        : { title: 'Second approval needed', description: 'Another member of staff must agree.' },
    declined: { title: 'Declined', description: 'The buyer gets your reason by mail.' },
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
        ? { error: 'Somebody has decided meanwhile.', field: null, status: 409 }
        : { error: WHY_NOT[refusal.reason] ?? 'Your role does not include this.', field: null, status: 403 }
    case 'wrong_amount':
      return { error: PROBLEMS[refusal.problem], field: 'amount', status: 400 }
    case 'note_missing':
      return {
        error: `Say why (at least ${NOTE_LENGTH.least} letters): the buyer reads it`,
        field: 'note',
        status: 400,
      }
    case 'disputed':
      return { error: 'A bank is asking for this payment: it can\u2019t go back twice.', field: null, status: 409 }
    case 'not_ours':
      return { error: 'This money was never ours: it can only be returned.', field: null, status: 409 }
    case 'no_wallet':
      return { error: 'It can’t go to a wallet: return it the way it came.', field: 'to', status: 409 }
    case 'already_spent':
      return { error: 'The wallet no longer holds what was topped up.', field: null, status: 409 }
    default:
      return unreachable(refusal)
  }
}

const PROBLEMS = {
  nothing: 'The amount must be more than nothing',
  no_whole_step: 'Whole shillings only',
  more_than_rest: 'More than is left of the payment',
  not_all: 'All of it goes back: type the whole amount',
} as const

function moveRefusal(refusal: MoveRefusal): Refused {
  if (refusal.kind === 'not_found') throw new Response('Not found', { status: 404 })
  if (refusal.reason === 'not_open') return { error: 'It has gone on meanwhile.', field: null, status: 409 }
  if (refusal.reason === 'not_shillings')
    return { error: 'A wallet holds shillings; this was paid in dollars.', field: null, status: 409 }
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
