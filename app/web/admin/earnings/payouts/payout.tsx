import { redirect } from 'react-router'
import { z } from 'zod'
import type { Person } from '#app/domain/identity/actor.ts'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { type ApprovalRefusal, approvePayout } from '#app/domain/payouts/approve-payout.server.ts'
import { cancelPayout } from '#app/domain/payouts/cancel-payout.server.ts'
import { ugxOf } from '#app/domain/payouts/payout.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { releasePayout } from '#app/domain/payouts/release-payout.server.ts'
import { findPayoutForStaff, type StaffPayout } from '#app/domain/payouts/staff-queries.server.ts'
import { unreachable } from '#app/platform/result.ts'
import {
  answerDecision,
  type Decided,
  orNotFound,
  refusedWith,
} from '#app/web/admin/review-queue/answer-decision.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { payoutPage } from './payout-page.ts'
import { typedSum } from './payout-texts.ts'
import { PayoutView } from './payout-view.tsx'
import { PAYOUT_DECISIONS, PAYOUT_REFUSALS, type PayoutDecision, payoutCreated } from './texts.ts'
import type { Route } from './+types/payout'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:payouts.run', POST: { who: 'staff:payouts.run', fresh: 'here' } },
  title: 'Payout',
} satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const { totp } = await factorFacts(actor.id)
  return payoutPage(actor, orNotFound(await findPayoutForStaff(actor, params.payoutId)), url, totp)
}

const Form = z.object({ amount: z.string().max(40).default(''), code: z.string().max(40).default('') })

export async function action(args: Route.ActionArgs) {
  const actor = args.context.get(personContext)
  return answerDecision(args, PAYOUT_DECISIONS, Form, async (decision, typed) => {
    const payout = orNotFound(await findPayoutForStaff(actor, args.params.payoutId))
    if (decision === 'approval') return approve(actor, payout, typed, args.url)
    return decide(actor, payout, decision)
  })
}

async function approve(actor: Person, payout: StaffPayout, typed: z.infer<typeof Form>, url: URL) {
  const typedMinor = typedSum(typed.amount)
  const approved = await approvePayout(actor, { payoutId: payout.id, typedMinor, code: typed.code })
  if (!approved.ok) return approvalRefused(approved.refusal, payout, url)
  return approved.value.complete
    ? { title: 'Approved', description: 'We send the payout now.' }
    : { title: 'First approval given', description: 'Another person must give the second.' }
}

function approvalRefused(refusal: ApprovalRefusal, payout: StaffPayout, url: URL): FormRefused | Response {
  if (refusal.kind === 'proof_needed') return redirect(proofPathTo(url.pathname + url.search), 303)
  if (refusal.kind === 'wrong_code')
    return { status: 400, field: 'code', description: 'Wrong code. Wait for the next one and try again.' }
  if (refusal.kind !== 'wrong_amount') return refusedWith(refusal, PAYOUT_REFUSALS)
  return { status: 400, field: 'amount', description: `Type the exact amount: ${formatMoney(ugxOf(payout.netMinor))}` }
}

const BACK = 'The full amount is back in the creator’s available earnings.'

async function decide(
  actor: Person,
  { id, creatorId }: StaffPayout,
  decision: Exclude<PayoutDecision, 'approval'>,
): Promise<Decided | FormRefused> {
  switch (decision) {
    case 'cancellation': {
      const cancelled = await cancelPayout(actor, id)
      return cancelled.ok
        ? { title: 'Payout cancelled', description: BACK }
        : refusedWith(cancelled.refusal, PAYOUT_REFUSALS)
    }
    case 'retry': {
      const made = await processPayout(actor, { creatorId, retryOf: id })
      return made.ok ? payoutCreated(made.value.payoutIds) : refusedWith(made.refusal, PAYOUT_REFUSALS)
    }
    case 'release': {
      const released = await releasePayout(actor, id)
      return released.ok
        ? { title: 'Payout released', description: BACK }
        : refusedWith(released.refusal, PAYOUT_REFUSALS)
    }
    default:
      return unreachable(decision)
  }
}

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutView page={loaderData} answer={actionData} />
}
