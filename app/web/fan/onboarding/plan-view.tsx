import { useState } from 'react'
import { useFetcher } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import type { CheckoutAnswer } from '#app/web/checkout/checkout.ts'
import { PassDialog, type PassDialogData } from '#app/web/checkout/pass-dialog.tsx'
import type { PlanCard } from '#app/web/checkout/plan-card.ts'

type FanPlanProps = {
  cards: PlanCard[]
  incomplete: string | null
  currency: string
  selected: PlanCard['name']
  retryHref: string
  dialog: PassDialogData | null
  answer: CheckoutAnswer | null
}

/** The plans as radio cards. The form requests the page with the dialog, so it works without script. */
export function FanPlanView({ cards, incomplete, currency, selected, retryHref, dialog, answer }: FanPlanProps) {
  const [name, setName] = useState(selected)
  const keeper = useFetcher()
  const chosen = cards.find((card) => card.name === name) ?? cards[0]
  const saving = cards.find((card) => card.saves)
  function choose(plan: PlanCard['name']) {
    setName(plan)
    void keeper.submit({ pay: plan }, { method: 'post', action: '/viewer-onboarding/plan' })
  }
  return (
    <div className="container container-narrow wizard">
      <form method="get" action="/viewer-onboarding/plan" className="stack stack-16">
        <StepProgress step={2} of={3} />
        <div className="stack stack-4">
          <h1 className="text-h1">Choose Access Plan</h1>
          <p className="text-lead">One pass opens every Peach.</p>
        </div>
        {incomplete && <Incomplete title={incomplete} retryHref={retryHref} />}
        <input type="hidden" name="currency" value={currency} />
        <fieldset className="options">
          <legend className="visually-hidden">Choose a plan</legend>
          {cards.map((card) => (
            <OptionCard
              key={card.name}
              name="pay"
              value={card.name}
              title={card.displayName}
              trailing={card.price}
              trailingNote={card.per}
              description={
                card.before ? (
                  <>
                    <s className="money">{card.before}</s> {card.discount}% off.
                    <br />
                    Until {card.until}
                  </>
                ) : (
                  `Until ${card.until}`
                )
              }
              badge={card.best ? 'Best Deal' : undefined}
              defaultChecked={card.name === selected}
              onChange={() => choose(card.name)}
            />
          ))}
        </fieldset>
        {saving?.saves && <Saving plan={saving.displayName} {...saving.saves} />}
        <ul className="check-list" aria-label="What the pass opens">
          {chosen?.features.map((feature) => (
            <li key={feature}>
              <Icon name="check" size={20} />
              {feature}
            </li>
          ))}
        </ul>
        {chosen ? (
          <StickyFoot note="Ends by itself. We remind you 3 days and 1 day before.">
            <Button variant="primary" wide>
              Unlock All Peaches
            </Button>
          </StickyFoot>
        ) : (
          <p role="status">Plans are being updated. You can’t buy a pass right now.</p>
        )}
      </form>
      {dialog && <PassDialog dialog={dialog} answer={answer} />}
    </div>
  )
}

function Incomplete({ title, retryHref }: { title: string; retryHref: string }) {
  return (
    <Banner
      tone="warning"
      title={title}
      role="status"
      action={
        <LinkButton size="small" href={retryHref}>
          Retry
        </LinkButton>
      }
    >
      Until then you can buy these plans at these prices.
    </Banner>
  )
}

function Saving({ plan, perMonth, percent }: { plan: string; perMonth: string; percent: number }) {
  return (
    <p className="saving-note">
      <Icon name="badge-percent" className="saving-sign" />
      <span>
        {plan} is <b className="money">{perMonth}</b> a month. You save {percent}%.
      </span>
    </p>
  )
}
