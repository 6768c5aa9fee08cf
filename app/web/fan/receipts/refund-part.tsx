import { to } from '#app/links.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip, type Tone } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Tracker, type TrackerStep } from '#app/ui/tracker.tsx'

export type RefundPartData = {
  ask: { href: string; description: string } | null
  refunds: {
    id: string
    amount: string
    word: string
    tone: Tone
    steps: TrackerStep[]
    /** Our message about the decision; empty if there is none. */
    message: string
    /** The action that sends it to the wallet instead; null if not possible. */
    walletAction: string | null
  }[]
}

/** The refund section of a receipt: the request button, and the status of each request. */
export function RefundPart({ part }: { part: RefundPartData | null }) {
  return (
    <>
      {part?.refunds.map((refund) => (
        <RefundCard key={refund.id} refund={refund} />
      ))}
      {part?.ask && (
        <section className="stack stack-8 no-print" aria-label="Refund">
          <p className="text-secondary">{part.ask.description}</p>
          <LinkButton wide href={part.ask.href}>
            Ask for a refund
          </LinkButton>
        </section>
      )}
      <a className="link link-target row no-print" href={to.refundRules}>
        <Icon name="life-buoy" size={20} /> Refund rules
      </a>
      <a className="link link-target row no-print" href={to.help()}>
        <Icon name="message-circle" size={20} /> Contact support
      </a>
    </>
  )
}

function RefundCard({ refund }: { refund: RefundPartData['refunds'][number] }) {
  return (
    <Card padded as="section" aria-label={`Refund of ${refund.amount}`}>
      <div className="stack stack-16">
        <div className="row row-between">
          <h2 className="text-h2">
            Refund{' '}
            <span className="money" translate="no">
              {refund.amount}
            </span>
          </h2>
          <Chip tone={refund.tone}>{refund.word}</Chip>
        </div>
        <Tracker steps={refund.steps} />
        {refund.message && <p className="text-secondary">{refund.message}</p>}
        {refund.walletAction && (
          <form method="post" action={refund.walletAction} className="stack stack-8 no-print">
            <input type="hidden" name="intent" value="wallet" />
            <input type="hidden" name="refund" value={refund.id} />
            <Button wide icon="wallet">
              Get it in your wallet now
            </Button>
          </form>
        )}
      </div>
    </Card>
  )
}
