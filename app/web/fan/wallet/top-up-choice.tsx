import { useState } from 'react'
import { MINOR_PER_UNIT } from '#app/domain/money/money.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { AmountGrid } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, readAnswer } from '#app/web/form-answer.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

export type TopUpChoice = {
  /** Preset amounts, in whole shillings. */
  amounts: { value: string; label: string }[]
  usual: string
  /** The address that shows a field for any other amount. */
  other: boolean
  otherHref: string
  usualHref: string
  /** What the top-up is for, carried on. */
  requested: [name: string, value: string][]
  /** The amount as typed, and what is wrong with it. */
  answer: FormAnswer
}

/** Chooses the top-up amount and leads to the payment form. Works without script. */
export function TopUpChoiceForm({ choice }: { choice: TopUpChoice }) {
  const { error, value } = readAnswer(choice.answer)
  const hydrated = useHydrated()
  const [typed, setTyped] = useState(choice.other ? value('amount') : choice.usual)
  const minor = readSum(typed)
  const sum =
    hydrated && minor !== null && minor >= MINOR_PER_UNIT ? formatMoney({ amountMinor: minor, currency: 'UGX' }) : ''
  return (
    <form
      method="get"
      action={to.topUp}
      className="stack"
      noValidate
      onChange={(event) => event.target instanceof HTMLInputElement && setTyped(event.target.value)}
    >
      <FormErrorSummary answer={choice.answer} />
      {choice.requested.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {choice.other ? (
        <>
          <input type="hidden" name="other" value="1" />
          <TextField
            label="Amount"
            name="amount"
            prefix="UGX"
            inputMode="numeric"
            autoComplete="off"
            placeholder="50,000"
            defaultValue={value('amount')}
            error={error('amount')}
          />
        </>
      ) : (
        <fieldset className="stack stack-8">
          <legend className="visually-hidden">Amount</legend>
          <AmountGrid amounts={choice.amounts} defaultValue={choice.usual} />
        </fieldset>
      )}
      <p>
        <a className="link link-target" href={choice.other ? choice.usualHref : choice.otherHref}>
          {choice.other ? 'Usual amounts' : 'Other amount'}
        </a>
      </p>
      <Button variant="primary" wide>
        {sum ? `Top up ${sum}` : 'Top up'}
      </Button>
    </form>
  )
}

/** What the wallet is, in one line, with a link to its terms. */
export function WalletTerms() {
  return (
    <p className="text-caption text-center">
      For chat, unlocks, tips and custom requests. It can’t be withdrawn; when you close your account, what is left is
      spent or refunded.{' '}
      <a className="link" href={`${to.terms}#wallet`}>
        Wallet terms
      </a>
    </p>
  )
}

/** The owner has switched wallets off: no top-ups, and the balance stays. */
export function TopUpsOff() {
  return (
    <Banner tone="info" title="Top-ups are switched off">
      You can still spend your balance. Pay everything else by mobile money or card.
    </Banner>
  )
}
