import { formatMoney } from '#app/domain/money/money.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { findOffers } from '#app/domain/requests/queries.server.ts'
import { KIND_NAMES, REQUEST_KINDS, type RequestKind } from '#app/domain/requests/request.ts'
import { type OffersChange, setOffers } from '#app/domain/requests/set-offers.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { Button, NotNow } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SwitchField } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readForm } from '#app/web/form-body.server.ts'
import { type FormValues, readAnswer } from '#app/web/form-answer.ts'
import { invalidForm, refuseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { PRICE_BOUNDS } from './texts.ts'
import type { Route } from './+types/prices'

export const handle = creatorForm('Prices of custom requests', {
  shell: 'focused',
  backHref: toDashboard.receivedRequests,
})

export async function loader({ context }: Route.LoaderArgs) {
  const offers = await findOffers(context.get(personContext).id)
  const values: Record<string, string> = {}
  for (const kind of REQUEST_KINDS) {
    if (offers[kind].isOn) values[`${kind}_on`] = 'on'
    values[`${kind}_price`] = (offers[kind].minPrice.amountMinor / 100n).toString()
  }
  return { values, kinds: REQUEST_KINDS.map((kind) => ({ kind, name: KIND_NAMES[kind] })) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 40) : ''
  }
  const values: Record<string, string> = {}
  const wrong: Record<string, string> = {}
  const change = Object.fromEntries(
    REQUEST_KINDS.map((kind) => {
      const [price, isOn] = [text(`${kind}_price`), form.has(`${kind}_on`)]
      values[`${kind}_price`] = price
      if (isOn) values[`${kind}_on`] = 'on'
      const minPriceMinor = readSum(price)
      if (minPriceMinor === null) wrong[`${kind}_price`] = `Type a price in whole shillings, ${PRICE_BOUNDS}`
      return [kind, { isOn, minPriceMinor: minPriceMinor ?? 0n }]
    }),
  ) as Record<RequestKind, OffersChange[RequestKind]>
  if (Object.keys(wrong).length > 0) return invalidForm(wrong, values)
  const set = await setOffers(context.get(personContext), change)
  if (set.ok)
    return redirectWithToast(toDashboard.receivedRequests, { title: 'Saved', description: 'New requests follow it.' })
  if (set.refusal.kind === 'price_out_of_bounds')
    return invalidForm({ [`${set.refusal.of}_price`]: `Type a price in whole shillings, ${PRICE_BOUNDS}` }, values)
  return refuseForm({ status: 403, description: 'You can\u2019t change this now.' }, values)
}

export default function RequestPrices({ loaderData, actionData }: Route.ComponentProps) {
  const { kinds } = loaderData
  const { error } = readAnswer(actionData)
  const values: FormValues = actionData?.values ?? loaderData.values
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">What you take</h1>
        <p className="text-muted">
          Fans offer at least your price. Highest:{' '}
          {formatMoney({ amountMinor: CUSTOM_REQUEST.maxMinor, currency: 'UGX' })}
        </p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        {kinds.map(({ kind, name }) => (
          <Card key={kind} padded className="stack stack-16">
            <SwitchField label={name} name={`${kind}_on`} defaultChecked={`${kind}_on` in values} />
            <TextField
              label="From"
              name={`${kind}_price`}
              prefix="UGX"
              inputMode="numeric"
              autoComplete="off"
              aria-label={`Lowest price of a ${name.toLowerCase()}`}
              defaultValue={values[`${kind}_price`]}
              error={error(`${kind}_price`)}
            />
          </Card>
        ))}
        <Button variant="primary" wide>
          Save
        </Button>
      </form>
      <NotNow href={toDashboard.receivedRequests} />
    </div>
  )
}
