import { redirect } from 'react-router'
import { isPlanName } from '#app/domain/subscriptions/plan.ts'
import type { Route } from './+types/viewer-onboarding'

/** The step that chooses a plan is the plans' own page; whoever tries a payment again keeps the plan. */
export function loader({ url }: Route.LoaderArgs) {
  const plan = url.searchParams.get('plan')
  return redirect(isPlanName(plan) ? `/subscribe?plan=${plan}` : '/subscribe', 302)
}
