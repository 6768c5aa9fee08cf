import { data } from 'react-router'
import { z } from 'zod'
import { chooseFanPlan } from '#app/domain/identity/choose-fan-plan.server.ts'
import { PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { requestFactsContext } from '#app/web/context.server.ts'
import { isPlanName } from '#app/domain/subscriptions/plan.ts'
import { to } from '#app/links.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { checkoutAction } from '#app/web/checkout/checkout.server.ts'
import { loadPlanOffer, passDialog, passSale } from '#app/web/checkout/pass.server.ts'
import { addressAt } from '#app/web/checkout/sale.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { FanPlanView } from './plan-view.tsx'
import { personContext } from '#app/web/context.server.ts'
import { fanStep, fanStepContext } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/plan'

export const handle = {
  audience: 'members',
  policy: { GET: { who: 'signed_in', gate: fanStep('plan') }, POST: { who: 'signed_in', gate: fanStep('plan') } },
  title: 'Choose Access Plan',
  screen: { shell: 'focused', backHref: to.fanOnboarding.setup },
} satisfies RouteHandle

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { person, onboarding } = context.get(fanStepContext)
  const checkout = checkoutSessionOf(request)
  const offer = await loadPlanOffer(
    url.searchParams,
    null,
    { actor: person, checkoutToken: checkout.token, network: context.get(requestFactsContext).network },
    onboarding?.plan ?? null,
  )
  const { cards, incomplete, currency, selected } = offer
  const dialog = passDialog(url, person, offer, to.fanOnboarding.plan)
  return data(
    {
      cards,
      incomplete: incomplete ? PLANS_UNAVAILABLE : null,
      currency,
      selected,
      retryHref: addressAt(to.fanOnboarding.plan)({ currency, plan: selected }),
      dialog,
    },
    { headers: dialog ? { 'set-cookie': checkout.cookie } : {} },
  )
}

const ChoiceForm = z.object({ pay: z.string().refine(isPlanName) })

/** The dialog's form pays the plan in the address; without one, only the choice is stored. */
export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  const person = context.get(personContext)
  const sale = await passSale(url, to.fanOnboarding.plan, { renewal: false, returnTo: { from: 'onboarding' } })
  if (!sale) {
    const form = await parseForm(request, ChoiceForm)
    if (form.ok) await chooseFanPlan(person, form.value.pay)
    return null
  }
  await chooseFanPlan(person, sale.order.plan)
  return checkoutAction(args, sale)
}

/** Storing the choice changes nothing on this page. */
export function shouldRevalidate() {
  return false
}

export default function FanPlan({ loaderData, actionData }: Route.ComponentProps) {
  return <FanPlanView {...loaderData} answer={actionData ?? undefined} />
}
