import { data } from 'react-router'
import { factorFacts } from '#app/domain/identity/verify-second-factor.server.ts'
import { findPayoutForStaff } from '#app/domain/payouts/staff-queries.server.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPayout } from '#app/web/admin/earnings/payout-actions.server.ts'
import { addressOf, payoutPage } from './payout-page.ts'
import { PayoutView } from './payout-view.tsx'
import type { Route } from './+types/payout'

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Payout', matches)

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'payouts.run')
  const payout = await findPayoutForStaff(actor, params.payoutId)
  if (!payout) throw new Response('Not found', { status: 404 })
  const { totp } = await factorFacts(actor.id)
  const page = payoutPage(actor, payout, url, totp)
  return data(page, { headers: { 'cache-control': 'private, no-store' } })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const actor = requireStaff(context, 'payouts.run')
  return answerPayout(request, actor, params.payoutId, addressOf(url))
}

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutView page={loaderData} answer={actionData ?? null} />
}
