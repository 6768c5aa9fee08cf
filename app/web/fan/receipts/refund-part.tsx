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
    /** Our words to a decision; empty where there are none. */
    message: string
    /** Where it can be had in the wallet instead; null where it can't. */
    walletAction: string | null
  }[]
}

/** What whoever wants their money back can do from a receipt, and what became of what they asked. */
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
      <a className="link link-target row no-print" href="/refunds">
        <Icon name="life-buoy" size={20} /> Who gets money back, and how
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
            Refund <span className="money">{refund.amount}</span>
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
              Have it in your wallet at once
            </Button>
          </form>
        )}
      </div>
    </Card>
  )
}
