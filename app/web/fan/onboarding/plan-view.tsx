import { useState } from 'react'
import { useFetcher } from 'react-router'
import { to } from '#app/links.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { StepProgress } from '#app/ui/progress.tsx'
import { StickyFoot } from '#app/ui/sticky-foot.tsx'
import { PassDialog, type PassDialogData } from '#app/web/checkout/pass-dialog.tsx'
import type { PlanCard } from '#app/web/checkout/plan-card.ts'
import { PlanOptions } from '#app/web/checkout/plan-options.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

type FanPlanProps = {
  cards: PlanCard[]
  incomplete: string | null
  currency: string
  selected: PlanCard['name']
  retryHref: string
  dialog: PassDialogData | null
  answer: FormAnswer | undefined
}

/** The plans as radio cards. The form requests the page with the dialog, so it works without script. */
export function FanPlanView({ cards, incomplete, currency, selected, retryHref, dialog, answer }: FanPlanProps) {
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
      {dialog && <PassDialog dialog={dialog} answer={answer} />}
    </div>
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
