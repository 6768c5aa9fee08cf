import { Button, LinkButton, NotNow } from '#app/ui/button.tsx'
import { OptionField } from '#app/ui/choice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { AreaField, TextField } from '#app/ui/field.tsx'
import type { IconName } from '#app/ui/icon.tsx'
import { WalletBox } from '#app/web/checkout/balance-form.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { type FormAnswer, type FormValues, readAnswer } from '#app/web/form-answer.ts'

export type NewRequestPage = {
  attempt: string
  kinds: { value: string; title: string; from: string; icon: IconName }[]
  values: FormValues
  days: { first: string; last: string }
  wordsLength: number
  answerHours: number
  balance: string
  /** What the wallet lacks for what was typed before a top-up. */
  short: { missing: string; topUp: { sum: string; href: string } | null } | null
}

type Props = { name: string; backHref: string; page: NewRequestPage; answer: FormAnswer | undefined }

/** What a fan wants, by when and for which price. Works without script. */
export function NewRequestForm({ name, backHref, page, answer }: Props) {
  const { error } = readAnswer(answer)
  const values = { ...page.values, ...answer?.values }
  if (page.kinds.length === 0)
    return (
      <EmptyState
        icon="sparkles"
        title="No custom requests"
        action={<LinkButton href={backHref}>Back to {name}</LinkButton>}
      >
        {name} doesn’t take custom requests at the moment.
      </EmptyState>
    )
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Ask {name} for something custom</h1>
        <p className="text-muted">Made for you, and only you see it</p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={answer} />
        <input type="hidden" name="attempt" value={values.attempt || page.attempt} />
        <OptionField
          label="What do you want?"
          name="kind"
          options={page.kinds.map(({ value, icon, title, from }) => ({
            value,
            icon,
            title,
            description: `From ${from}`,
          }))}
          chosen={values.kind}
          error={error('kind')}
        />
        <AreaField
          label="Describe it"
          name="words"
          rows={5}
          limit={page.wordsLength}
          defaultValue={values.words}
          error={error('words')}
          hint={`Up to ${page.wordsLength} characters. ${name} sees your name with it.`}
        />
        <TextField
          label="Wanted by"
          name="wanted_by"
          type="date"
          min={page.days.first}
          max={page.days.last}
          defaultValue={values.wanted_by}
          error={error('wanted_by')}
          hint="Delivered by the end of this day in Kampala, or your money returns."
        />
        <TextField
          label="Your price"
          name="price"
          prefix="UGX"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.price}
          error={error('price')}
        />
        <WalletBox offer={{ balance: page.balance, after: null, missing: page.short?.missing ?? null }} />
        <div className="stack stack-8">
          {page.short?.topUp && (
            <LinkButton variant="primary" wide href={page.short.topUp.href}>
              Top up {page.short.topUp.sum}
            </LinkButton>
          )}
          <Button variant={page.short?.topUp ? 'outline' : 'primary'} wide>
            Send request
          </Button>
        </div>
        <p className="text-caption text-center">
          {`The price is held in your wallet and paid on delivery. No answer in ${page.answerHours} hours, or a no: all of it is yours again.`}
        </p>
      </form>
      <NotNow href={backHref} />
    </div>
  )
}
