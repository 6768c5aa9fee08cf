import { useEffect, useEffectEvent, useRef } from 'react'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { OptionCard } from '#app/ui/choice.tsx'
import type { PlanCard } from './plan-card.ts'
import type { OnlyOffer } from '#app/web/checkout/wanted.server.ts'

type PlanOptionsProps = {
  plans: readonly PlanCard[]
  /** Days of one creator alone, offered before the plans. */
  only?: OnlyOffer | null
  selected: PlanCard['name']
  onChoose: (name: PlanCard['name']) => void
  /** The line of a plan below its price. */
  noteOf: (plan: PlanCard) => string
  /** The message where a stored plan could not be read. */
  incomplete: string | null
  retryHref: string
}

/** The plans on sale as radio cards; the form around them asks for the payment of the chosen one. */
export function PlanOptions({ plans, only, selected, onChoose, noteOf, incomplete, retryHref }: PlanOptionsProps) {
  const options = useRef<HTMLFieldSetElement>(null)
  // What was chosen before the script started counts.
  const takeChecked = useEffectEvent(() => {
    const checked = options.current?.querySelector<HTMLInputElement>('input:checked')
    if (checked && checked.value !== selected) onChoose(checked.value)
  })
  useEffect(() => takeChecked(), [])
  return (
    <>
      {incomplete && (
        <Banner
          tone="warning"
          title={incomplete}
          role="status"
          action={
            <LinkButton size="small" href={retryHref}>
              Retry
            </LinkButton>
          }
        >
          Until then you can buy these plans at these prices.
        </Banner>
      )}
      <fieldset className="options" ref={options}>
        <legend className="visually-hidden">Choose a plan</legend>
        {only && (
          <OptionCard
            name="pay"
            value={only.value}
            title={only.title}
            trailing={only.price}
            trailingNote={only.per}
            description={`Until ${only.until}`}
            defaultChecked={only.value === selected}
            onChange={() => onChoose(only.value)}
          />
        )}
        {plans.map((plan) => (
          <OptionCard
            key={plan.name}
            name="pay"
            value={plan.name}
            title={plan.displayName}
            trailing={plan.price}
            trailingNote={plan.per}
            description={
              plan.before ? (
                <>
                  <s className="money">{plan.before}</s> {plan.discount}% off.
                  <br />
                  {noteOf(plan)}
                </>
              ) : (
                noteOf(plan)
              )
            }
            badge={plan.best ? 'Best Deal' : undefined}
            defaultChecked={plan.name === selected}
            onChange={() => onChoose(plan.name)}
          />
        ))}
      </fieldset>
    </>
  )
}
