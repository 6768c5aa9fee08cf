import { digitsOf } from '#app/platform/exact-text.ts'
import { useState, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { TextField } from '#app/ui/field.tsx'
import { SegmentedRadios } from '#app/ui/segmented.tsx'
import { NETWORK_NAMES, type Network, networkOf } from '#app/domain/payments/mobile-network.ts'
import { STATEMENT_NAME } from '#app/domain/settings/constants.ts'
import { type FormAnswer, type FormValues, readAnswer } from '#app/web/form-answer.ts'
import type { PaymentFormData } from './checkout.ts'
import { nameFromEmail } from './name-from-email.ts'
import { PurchaseForm } from './purchase-form.tsx'
import { ConsentNote } from '#app/web/components/sign-in-notes.tsx'

type PaymentFormProps = {
  form: PaymentFormData
  /** "Pay UGX 180,000", on the button. */
  button: string
  /** False if the amount is split for mobile money: a card would pay it at once. */
  card?: boolean
  answer: FormAnswer | undefined
  /** Terms of this one purchase, before the line about the payment page. */
  note?: ReactNode
}

/** Who pays and how. It works without script and leads to the payment page. */
export function PaymentForm({ form, button, card = true, answer, note }: PaymentFormProps) {
  const { shownMinor, mobileMoney, payer } = form
  const { error } = readAnswer(answer)
  const values: FormValues = answer?.values ?? { phone: form.phone }
  const free = shownMinor === '0'
  const [method, setMethod] = useState((card && values.method) || 'mobile_money')
  const asked = payer === null || payer.changeHref === null
  return (
    <PurchaseForm {...form} attempt={values.attempt || form.attempt} answer={answer}>
      {(sending) => (
        <>
          {mobileMoney && !free ? (
            <>
              {card ? (
                <SegmentedRadios
                  label="How to pay"
                  name="method"
                  defaultValue={method}
                  onChange={setMethod}
                  segments={[
                    { value: 'mobile_money', label: 'Mobile money', icon: 'smartphone' },
                    { value: 'card', label: 'Card', icon: 'credit-card' },
                  ]}
                />
              ) : (
                <input type="hidden" name="method" value="mobile_money" />
              )}
              {method !== 'card' && <MobileNumber values={values} error={error('phone')} />}
            </>
          ) : (
            <input type="hidden" name="method" value="card" />
          )}
          {asked ? (
            <WhoPays payer={payer} values={values} error={error} />
          ) : (
            <PayingAs payer={payer} name={values.name || payer.name} />
          )}
          {payer === null && <ConsentNote by="paying" />}
          <Button variant="primary" wide pending={sending} pendingLabel="One moment…">
            {button}
          </Button>
          <p className="text-caption text-center">
            {note} {nextText(free, mobileMoney && method !== 'card')}
          </p>
        </>
      )}
    </PurchaseForm>
  )
}

/** What happens after the button, and the name on the statement. */
function nextText(free: boolean, byPhone: boolean): string {
  if (free) return 'There is nothing to pay.'
  const there = byPhone ? 'You approve with your PIN there' : 'You type your card there'
  return `Next: the payment page. ${there}, we never see it. Appears as: ${STATEMENT_NAME}.`
}

type WhoPaysProps = {
  payer: PaymentFormData['payer']
  values: FormValues
  error: (field: string) => string | undefined
}

/** Email and name. The name follows from the email until somebody writes another: the gateway wants one, and a phone's keys are small. */
function WhoPays({ payer, values, error }: WhoPaysProps) {
  const [suggested, setSuggested] = useState(nameFromEmail(values.email ?? ''))
  const [written, setWritten] = useState<string | null>(values.name || payer?.name || null)
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        readOnly={payer !== null}
        hint={payer ? 'We send the receipt to your account’s email.' : undefined}
        defaultValue={payer?.email ?? values.email ?? ''}
        onChange={(event) => setSuggested(nameFromEmail(event.currentTarget.value))}
        error={error('email')}
      />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        limit={100}
        value={written ?? suggested}
        onChange={(event) => setWritten(event.currentTarget.value)}
        error={error('name')}
      />
    </>
  )
}

function PayingAs({ payer, name }: { payer: { email: string; changeHref: string | null }; name: string }) {
  return (
    <Card padded tile>
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="email" value={payer.email} />
      <div className="row row-between">
        <div>
          <p className="text-h3">Paying as {name}</p>
          <p className="text-muted">{payer.email}</p>
        </div>
        {payer.changeHref && (
          <a className="link link-target" href={payer.changeHref}>
            Change
          </a>
        )}
      </div>
    </Card>
  )
}

/** The number, with the network that its prefix suggests; the payer can change it. */
function MobileNumber({ values, error }: { values: FormValues; error: string | undefined }) {
  const [typed, setTyped] = useState(values.phone ?? '')
  const [chosen, setChosen] = useState<Network | null>(
    values.network === 'MTN' || values.network === 'AIRTEL' ? values.network : null,
  )
  const suggested = networkOf(typed)
  const network = chosen ?? suggested
  const unclear = network === null && digitsOf(typed).length >= 9
  return (
    <div className="stack stack-8">
      <TextField
        label="Mobile money number"
        name="phone"
        prefix="+256"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="772 123 456"
        hint={network ? undefined : 'MTN or Airtel, for example +256 772 123 456'}
        defaultValue={values.phone ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
      />
      <input type="hidden" name="network" value={chosen ?? ''} />
      {network && (
        <p className="row row-between">
          <span className="row">
            <Chip small className={network === 'MTN' ? 'chip-mtn' : 'chip-airtel'}>
              {NETWORK_NAMES[network]}
            </Chip>
            <span className="text-muted">{NETWORK_NAMES[network]} number</span>
          </span>
          <button
            type="button"
            className="link link-target"
            onClick={() => setChosen(network === 'MTN' ? 'AIRTEL' : 'MTN')}
          >
            Not {NETWORK_NAMES[network]}?
          </button>
        </p>
      )}
      {unclear && (
        <p className="row">
          <Button type="button" size="small" onClick={() => setChosen('MTN')}>
            MTN
          </Button>
          <Button type="button" size="small" onClick={() => setChosen('AIRTEL')}>
            Airtel
          </Button>
        </p>
      )}
    </div>
  )
}
