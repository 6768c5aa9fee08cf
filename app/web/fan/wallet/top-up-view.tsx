import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { SegmentedLinks } from '#app/ui/segmented.tsx'
import type { PaymentFormData } from '#app/web/checkout/checkout.ts'
import { PaymentForm } from '#app/web/checkout/payment-form.tsx'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { type TopUpChoice, TopUpChoiceForm, WalletTerms } from './top-up-choice.tsx'
import { TopUpsOff } from './wallet-view.tsx'

type PayStep = {
  step: 'pay'
  sum: string
  otherSumHref: string
  /** An amount that mobile money allows only in several payments. */
  parts: { payments: number; now: string; rest: string } | null
  ways: { byCard: boolean; cardHref: string; partsHref: string } | null
  form: PaymentFormData & { button: string; card: boolean }
}

export type TopUpPage =
  | { step: 'choice'; choice: TopUpChoice }
  | { step: 'refused'; off: boolean; description: string }
  | PayStep

/** A top-up in two steps: the amount, then the payment. */
export function TopUpView({ page, answer }: { page: TopUpPage; answer: FormAnswer | undefined }) {
  return (
    <div className="container container-narrow stack stack-16">
      <h1 className="text-h1">Top up</h1>
      {page.step === 'choice' && <TopUpChoiceForm choice={page.choice} />}
      {page.step === 'pay' && <Pay page={page} answer={answer} />}
      {page.step === 'refused' &&
        (page.off ? (
          <TopUpsOff />
        ) : (
          <Banner tone="danger" title="Payment Error">
            {page.description}
          </Banner>
        ))}
      {page.step !== 'pay' && <WalletTerms />}
      <LinkButton variant="quiet" wide href={to.wallet}>
        Back to the wallet
      </LinkButton>
    </div>
  )
}

function Pay({ page, answer }: { page: PayStep; answer: FormAnswer | undefined }) {
  const { parts, ways } = page
  return (
    <>
      <div className="row row-between row-wrap">
        <p className="money wallet-balance">{page.sum}</p>
        <a className="link link-target" href={page.otherSumHref}>
          Other amount
        </a>
      </div>
      {ways && (
        <SegmentedLinks
          label="How it is split"
          segments={[
            { label: 'In parts', href: ways.partsHref, active: !ways.byCard },
            { label: 'At once by card', href: ways.cardHref, active: ways.byCard },
          ]}
        />
      )}
      {parts && (
        <Banner tone="info" title={`In ${parts.payments} payments`}>
          Mobile money allows at most {'UGX\u00a05,000,000'} at once. Now {parts.now}; then we ask for the remaining{' '}
          {parts.rest}.
        </Banner>
      )}
      <PaymentForm
        form={page.form}
        button={page.form.button}
        card={page.form.card}
        answer={answer}
        note={
          <>
            <a className="link" href={`${to.terms}#wallet`}>
              Wallet terms
            </a>
            : for chat, unlocks, tips, calls and bookings. It can’t be withdrawn.
          </>
        }
      />
    </>
  )
}
