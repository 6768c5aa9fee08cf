import { data, useFetcher } from 'react-router'
import { z } from 'zod'
import { chooseFanPlan } from '#app/domain/identity/choose-fan-plan.server.ts'
import { to } from '#app/links.ts'
import { isPlanName, PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { personContext, requestFactsContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { checkoutAction } from '#app/web/checkout/checkout.server.ts'
import { loadPlanOffer, passDialog, passSale } from '#app/web/checkout/pass.server.ts'
import { addressAt } from '#app/web/checkout/sale.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { fanStep, fanStepContext } from '#app/web/fan/onboarding/step.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { PassDialog } from '#app/web/checkout/pass-dialog.tsx'
import type { PlanCard } from '#app/web/checkout/plan-card.ts'
import { PlanOptions } from '#app/web/checkout/plan-options.tsx'
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
    { chosenBefore: onboarding?.plan ?? null },
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

/** The plans as radio cards. The form requests the page with the dialog, so it works without script. */
export default function FanPlan({ loaderData, actionData }: Route.ComponentProps) {
  const { cards, incomplete, currency, selected, retryHref, dialog } = loaderData
  const [name, setName] = useState(selected)
  const keeper = useFetcher()
  const chosen = cards.find((card) => card.name === name) ?? cards[0]
  const saving = cards.filter((card) => card.saves).toSorted((a, b) => b.saves!.percent - a.saves!.percent)[0]
  function choose(plan: PlanCard['name']) {
    setName(plan)
    void keeper.submit({ pay: plan }, { method: 'post', action: to.fanOnboarding.plan })
  }
  return (
    <div className="container container-narrow wizard">
      <form method="get" action={to.fanOnboarding.plan} className="stack stack-16">
        <StepProgress step={2} of={3} />
        <div className="stack stack-4">
          <h1 className="text-h1">Choose Access Plan</h1>
          <p className="text-lead">One pass opens every Peach.</p>
        </div>
        <input type="hidden" name="currency" value={currency} />
        <PlanOptions
          plans={cards}
          selected={selected}
          onChoose={choose}
          noteOf={(card) => `Until ${card.until}`}
          incomplete={incomplete}
          retryHref={retryHref}
        />
        {saving?.saves && <Saving plan={saving.displayName} {...saving.saves} />}
        <CheckList label="What the pass opens" items={chosen?.features ?? []} />
        {chosen ? (
          <StickyFoot note={`Ends by itself. ${chosen.reminder}`.trim()}>
            <Button variant="primary" wide>
              Unlock All Peaches
            </Button>
          </StickyFoot>
        ) : (
          <p role="status">Plans are being updated. You can’t buy a pass right now.</p>
        )}
      </form>
      {dialog && <PassDialog dialog={dialog} answer={actionData ?? undefined} />}
    </div>
  )
}

function Saving({ plan, perMonth, percent }: { plan: string; perMonth: string; percent: number }) {
  return (
    <p className="saving-note">
      <Icon name="badge-percent" className="saving-sign" />
      <span>
        {plan} is{' '}
        <b className="money" translate="no">
          {perMonth}
        </b>{' '}
        a month. You save {percent}%.
      </span>
    </p>
  )
}
