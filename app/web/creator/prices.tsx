import { useState } from 'react'
import { PRICE_TEXTS } from '#app/domain/applications/application.ts'
import { findPrices } from '#app/domain/creators/queries.server.ts'
import { type PricesRefusal, setPrices } from '#app/domain/creators/set-prices.server.ts'
import { formatMoney, splitFee } from '#app/domain/money/money.ts'
import { DAILY_GOAL_OPTIONS_MINOR, SUBSCRIPTION_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { Button } from '#app/ui/button.tsx'
import { OptionField, SwitchField } from '#app/ui/choice.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/prices'

export const handle = creatorForm('Prices', { shell: 'focused', backHref: to.ownPage })

const ugx = (amountMinor: bigint) => formatMoney({ amountMinor, currency: 'UGX' })
const shillings = (amountMinor: bigint) => (amountMinor / 100n).toString()

export async function loader({ context }: Route.LoaderArgs) {
  const [prices, { platformFeePercentage }] = await Promise.all([findPrices(context.get(personContext).id), settings()])
  return {
    subscription: prices ? shillings(prices.subscriptionMinor) : '',
    goal: prices ? shillings(prices.goalMinor) : '',
    payToUnlock: prices?.payToUnlock ?? true,
    offered: SUBSCRIPTION_PRICE_OPTIONS_MINOR.map((amountMinor, index) => ({
      value: shillings(amountMinor),
      label: ugx(amountMinor),
      word: PRICE_TEXTS[index],
      earned: `You get ${formatMoney(splitFee({ amountMinor, currency: 'UGX' }, platformFeePercentage * 100).rest)}`,
    })),
    goals: DAILY_GOAL_OPTIONS_MINOR.map((amountMinor) => ({ value: shillings(amountMinor), label: ugx(amountMinor) })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const amountOf = (name: string) => {
    const typed = form.get(name)
    return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? BigInt(typed) * 100n : 0n
  }
  const set = await setPrices(context.get(personContext), {
    subscriptionMinor: amountOf('subscription'),
    goalMinor: amountOf('goal'),
    payToUnlock: form.get('pay_to_unlock') === 'yes',
  })
  if (!set.ok) return refusedPrices(set.refusal)
  return redirectWithToast(to.ownPage, { title: 'Saved', description: 'Fans pay these prices from now on.' })
}

function refusedPrices(refusal: PricesRefusal) {
  switch (refusal.kind) {
    case 'not_on_offer':
      return invalidForm({
        [refusal.field]: refusal.field === 'goal' ? 'Choose one of the goals' : 'Choose one of the prices',
      })
    case 'not_a_creator':
      return refuseForm({ status: 403, description: 'You can\u2019t change this now.' })
    default:
      return unreachable(refusal)
  }
}

/** What 30 days of the creator cost, whether single posts are sold, and the goal of a day. */
export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { error } = readAnswer(actionData)
  const [sells, setSells] = useState(loaderData.payToUnlock)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Prices</h1>
        <p className="text-secondary">For what fans buy from now on. Days and posts that are paid stay as they are.</p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <OptionField
          label="Subscription price, 30 days"
          name="subscription"
          options={loaderData.offered.map(({ value, label, word, earned }) => ({
            value,
            title: label,
            description: `${word}. ${earned}`,
          }))}
          chosen={loaderData.subscription}
          error={error('subscription')}
        />
        <SwitchField
          label="Pay to unlock"
          name="pay_to_unlock"
          value="yes"
          hint={
            sells
              ? 'You sell single posts to any subscriber'
              : 'Everybody with access sees your posts with a price, too'
          }
          defaultChecked={loaderData.payToUnlock}
          onChange={(event) => setSells(event.currentTarget.checked)}
        />
        <SelectField label="Daily goal" name="goal" defaultValue={loaderData.goal} error={error('goal')}>
          {loaderData.goals.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button variant="primary" wide>
          Save
        </Button>
      </form>
    </div>
  )
}
