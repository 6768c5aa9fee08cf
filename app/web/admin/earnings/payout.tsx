import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { findPayoutForStaff } from '#app/domain/payouts/staff-queries.server.ts'
import { answerPayout } from '#app/web/admin/earnings/payout-actions.server.ts'
import { addressOf, payoutPage } from './payout-page.ts'
import { PayoutView } from './payout-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/payout'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff:payouts.run', POST: { who: 'staff:payouts.run', fresh: 'here' } },
  title: 'Payout',
} satisfies RouteHandle

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const payout = await findPayoutForStaff(actor, params.payoutId)
  if (!payout) throw new Response('Not found', { status: 404 })
  const { totp } = await factorFacts(actor.id)
  const page = payoutPage(actor, payout, url, totp)
  return page
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = context.get(personContext)
  return answerPayout(request, actor, params.payoutId, addressOf(url))
}

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutView page={loaderData} answer={actionData ?? null} />
}
