import { useState } from 'react'
import { AvatarStack } from '#app/ui/avatar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, Glyph } from '#app/ui/card.tsx'
import { CheckList } from '#app/ui/check-list.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { PassDialog, type PassDialogData } from '#app/web/checkout/pass-dialog.tsx'
import type { PlanCard } from '#app/web/checkout/plan-card.ts'
import { PlanOptions } from '#app/web/checkout/plan-options.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'

// More pictures would weigh more than the rest of the first screen.
const PHONE_FACES = 3

type SubscribeViewProps = {
  plans: PlanCard[]
  incomplete: string | null
  selected: PlanCard['name']
  currencies: { label: string; href: string; active: boolean }[]
  /** Carried along when the dialog opens. */
  hidden: [string, string][]
  faces: { name: string; small: string; large: string }[]
  renewal: boolean
  retryHref: string
  /** The payment dialog with the field for a promo code. */
  codeHref: string
  dialog: PassDialogData | null
  answer: FormAnswer | undefined
}

const reasonsOf = (reminder: string): { icon: IconName; title: string; text: string }[] => [
  {
    icon: 'shield-check',
    title: 'You approve with your own PIN',
    text: 'We never see it. Without it, no money is taken.',
  },
  { icon: 'clock', title: 'It ends by itself', text: `${reminder} Renew in two taps.`.trim() },
  {
    icon: 'receipt-text',
    title: `Appears as: ${STATEMENT_NAME}`,
    text: 'This is on your bank or mobile money statement.',
  },
]

/** The plans side by side, and the payment of one. The choice is its own form, so it works without script. */
export function SubscribeView(props: SubscribeViewProps) {
  const { plans, incomplete, faces, dialog, answer } = props
  const [selected, setSelected] = useState(props.selected)
  const chosen = plans.find((plan) => plan.name === selected) ?? plans[0]
  if (!chosen) return <NoPlans retryHref={props.retryHref} />
  return (
    <div className="container">
      <form method="get" action="/subscribe" className="stack stack-16 subscribe-layout">
        {props.hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="stack stack-16">
          {faces.length > 0 && (
            <div className="phone-only">
              <AvatarStack
                people={faces.slice(0, PHONE_FACES).map((face) => ({ name: face.name, src: face.small }))}
                size={48}
                label="Some of our creators"
              />
            </div>
          )}
          <div className="stack stack-8">
            <h1 className="text-h1">{props.renewal ? 'Renew your pass' : 'Unlock all Peaches'}</h1>
            <div className="row row-between">
              <p className="text-lead">One pass. Every creator.</p>
              <SegmentedLinks label="Currency" segments={props.currencies} />
            </div>
          </div>
          <PlanOptions
            plans={plans}
            selected={props.selected}
            onChoose={setSelected}
            noteOf={(plan) => plan.note}
            incomplete={incomplete}
            retryHref={props.retryHref}
          />
          <CheckList label="What the pass opens" items={chosen.features} wide />
          <div className="wide-only">
            <a className="link link-target" href={props.codeHref}>
              Have a code?
            </a>
            <hr className="divider plans-divider" />
            <Reasons reminder={chosen.reminder} />
          </div>
        </div>
        <div className="stack">
          <div className="wide-only">
            <Summary plan={chosen} faces={faces} />
          </div>
          <Button variant="primary" wide>
            Unlock full access
          </Button>
          <LinkButton variant="quiet" wide href="/">
            Maybe Later
          </LinkButton>
          <p className="text-caption text-center">
            <span className="phone-only">
              Appears as: {STATEMENT_NAME}. Mobile money or card. It ends by itself. {chosen.reminder}
            </span>
            <span className="wide-only">MTN or Airtel mobile money, or card</span>
          </p>
        </div>
      </form>
      {dialog && <PassDialog dialog={dialog} answer={answer} />}
    </div>
  )
}

function NoPlans({ retryHref }: { retryHref: string }) {
  return (
    <div className="container container-narrow stack">
      <h1 className="text-h1">Plans are being updated</h1>
      <p>You can’t buy a pass right now. What you bought stays yours.</p>
      <LinkButton variant="primary" href={retryHref}>
        Retry
      </LinkButton>
    </div>
  )
}

function Summary({ plan, faces }: { plan: PlanCard; faces: SubscribeViewProps['faces'] }) {
  return (
    <Card padded as="section" aria-label="Your pass">
      <div className="stack stack-16">
        {faces.length > 0 && (
          <div className="thumbs-4">
            {faces.map((face) => (
              <img key={face.large} src={face.large} width={160} height={160} alt="" loading="lazy" />
            ))}
          </div>
        )}
        <h2 className="text-h2">Your pass</h2>
        <Receipt
          rows={[
            { label: `${plan.displayName} pass`, value: plan.before ?? plan.price },
            ...(plan.before ? [{ label: 'Discount', value: `${plan.discount}%` }] : []),
            { label: 'Active until', value: plan.until },
            { label: 'Peach fees', value: plan.zero },
          ]}
          total={{ label: 'Total today', value: plan.price }}
        />
      </div>
    </Card>
  )
}

function Reasons({ reminder }: { reminder: string }) {
  return (
    <ul className="stack stack-16 reasons">
      {reasonsOf(reminder).map((reason) => (
        <li key={reason.title} className="row">
          <Glyph icon={reason.icon} tone="neutral" />
          <div>
            <p className="text-h3">{reason.title}</p>
            <p className="text-muted">{reason.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
