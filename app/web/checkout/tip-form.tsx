import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#app/domain/money/money.ts'
import { TIP } from '#app/domain/settings/constants.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { minTopUp, readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { isTipAmount } from '#app/domain/tips/tip.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AmountGrid, SwitchField } from '#app/ui/choice.tsx'
import { FieldGroup, TextField } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { WalletBox } from '#app/web/checkout/balance-form.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, type FormValues, readAnswer } from '#app/web/form-answer.ts'
import { topUpAt } from '#app/domain/products/wallet-top-up/top-up-at.ts'
import { addressOf } from '#app/target-address.ts'

export type TipPage = {
  action: string
  attempt: string
  amounts: { value: string; label: string }[]
  values: FormValues
  /** The wallet balance in minor units; null if tips can only be paid directly. */
  balanceMinor: string | null
  /** Where a top-up leads back to; null if top-ups are off. */
  topUpFor: ReturnTo | null
  /** Today's goal, for the line below the button: the current sum, the goal, and the creator's share of a tip in percent. */
  goal: { earnedMinor: string; goalMinor: string; share: number }
}

const shillings = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })

/** Amount, message and payment method of a tip. With script it shows what is left as the amount changes. */
export function TipForm({ page, answer }: { page: TipPage; answer: FormAnswer | undefined }) {
  const { error } = readAnswer(answer)
  const values = answer?.values ?? page.values
  const hydrated = useHydrated()
  const [amount, setAmount] = useState(values.amount ?? '')
  const [other, setOther] = useState(values.other ?? '')
  const [sending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Values chosen before script loaded, or restored by the browser's Back, count too.
  useEffect(() => {
    const read = () => {
      const typed = new FormData(form.current ?? undefined)
      const textOf = (name: string) => {
        const value = typed.get(name)
        return typeof value === 'string' ? value : ''
      }
      setAmount(textOf('amount'))
      setOther(textOf('other'))
      setSending(false)
    }
    read()
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [])
  const typed = readSum(other.trim() === '' ? amount : other)
  // Without script the buttons can't follow a change of the amount, so they don't name it. An invalid amount is never named.
  const wanted = typed !== null && isTipAmount(typed) ? typed : null
  const chosen = hydrated ? wanted : null
  const balance = page.balanceMinor === null ? null : BigInt(page.balanceMinor)
  const missing = chosen !== null && balance !== null && chosen > balance ? chosen - balance : null
  const suffices = balance !== null && wanted !== null && wanted <= balance
  const sum = chosen === null ? '' : ` ${shillings(chosen)}`
  return (
    <form
      ref={form}
      method="post"
      action={page.action}
      className="stack stack-16"
      noValidate
      onSubmit={() => setSending(true)}
      onChange={() => setSending(false)}
    >
      <FormErrorSummary answer={answer} />
      <input type="hidden" name="attempt" value={page.attempt} />
      <FieldGroup label="Amount" name="amounts" error={error('amounts')}>
        <div onChange={(event) => event.target instanceof HTMLInputElement && setAmount(event.target.value)}>
          <AmountGrid amounts={page.amounts} defaultValue={values.amount} />
        </div>
      </FieldGroup>
      {balance !== null && (
        <WalletBox
          offer={{
            balance: shillings(balance),
            after: chosen === null || missing !== null ? null : shillings(balance - chosen),
            missing: missing === null ? null : shillings(missing),
          }}
        />
      )}
      <Ways page={page} sum={sum} missing={missing} suffices={suffices} sending={sending} />
      {chosen !== null && <GoalLine goal={page.goal} chosen={chosen} />}
      <TextField
        label="Another amount"
        name="other"
        optional
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={values.other}
        hint={`If you type an amount, we use this one. ${shillings(TIP.minMinor)} to ${shillings(TIP.maxMinor)}.`}
        error={error('other')}
        onChange={(event) => setOther(event.target.value)}
      />
      <TextField
        label="Message"
        name="message"
        optional
        limit={TIP.messageLength}
        autoComplete="off"
        defaultValue={values.message}
        error={error('message')}
      />
      <SwitchField
        label="Show me in Top supporters"
        name="named"
        hint="If off, you appear as Private fan"
        defaultChecked={'named' in values}
      />
    </form>
  )
}

type WaysProps = { page: TipPage; sum: string; missing: bigint | null; suffices: boolean; sending: boolean }

/** The wallet first where it suffices. Without script it is offered as long as there is one: the amount may still change. */
function Ways({ page, sum, missing, suffices, sending }: WaysProps) {
  const fromWallet = page.balanceMinor !== null && missing === null
  const wallet = fromWallet && (
    <Button
      variant={suffices ? 'primary' : 'outline'}
      wide
      name="way"
      value="wallet"
      pending={sending}
      pendingLabel="One moment…"
    >
      {`Tip${sum} from the wallet`}
    </Button>
  )
  const topUp = missing !== null && page.topUpFor !== null ? minTopUp({ amountMinor: missing, currency: 'UGX' }) : null
  return (
    <div className="stack stack-8">
      {suffices && wallet}
      <Button variant={suffices ? 'quiet' : 'primary'} wide name="way" value="direct">
        {fromWallet || topUp ? 'Pay with mobile money or card' : `Tip${sum} by mobile money or card`}
      </Button>
      {!suffices && wallet}
      {topUp && (
        <LinkButton variant="quiet" wide href={addressOf(topUpAt(topUp, page.topUpFor ?? {}))}>
          Top up {formatMoney(topUp)}
        </LinkButton>
      )}
    </div>
  )
}

function GoalLine({ goal, chosen }: { goal: TipPage['goal']; chosen: bigint }) {
  const after = BigInt(goal.earnedMinor) + (chosen * BigInt(goal.share)) / 100n
  return (
    <p className="text-caption text-center">
      {`Brings today\u2019s goal to ${shillings(after)} of ${shillings(BigInt(goal.goalMinor))}. The creator gets ${goal.share}%.`}
    </p>
  )
}
