import { redirect } from 'react-router'
import { decideAccountName } from '#app/domain/payouts/decide-account-name.server.ts'
import { refusedWith } from '#app/web/admin/review-queue/answer-decision.server.ts'
import { decisionOf } from '#app/web/admin/review-queue/queue.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PAYOUT_REFUSALS, PAYOUTS } from './texts.ts'
import type { Route } from './+types/account-name'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:payouts.run', POST: 'staff:payouts.run' },
} satisfies RouteHandle

/** After signing in again, a refused form leads to the list. */
export const loader = () => redirect(PAYOUTS.path, 303)

const DECIDED = {
  acceptance: { title: 'Name accepted', description: 'Payouts can go to this account.' },
  refusal: { title: 'Name refused', description: 'We emailed the creator to ask for another account.' },
} as const

/** Accepts or refuses the name on a payout account, by the last part of the address. */
export async function action({ url, params, context }: Route.ActionArgs) {
  const decision = decisionOf(url, ['acceptance', 'refusal'])!
  const verdict = decision === 'acceptance' ? 'accepted' : 'refused'
  const decided = await decideAccountName(context.get(personContext), params.accountId, verdict)
  if (decided.ok) return redirectWithToast(PAYOUTS.path, DECIDED[decision])
  const { description } = refusedWith(decided.refusal, PAYOUT_REFUSALS)
  return redirectWithToast(PAYOUTS.path, { title: 'Not done', description, tone: 'error' })
}
