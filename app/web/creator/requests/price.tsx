import { z } from 'zod'
import { formatMoney } from '#app/domain/money/money.ts'
import { readSum } from '#app/domain/products/wallet-top-up/top-up.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { KIND_NAMES } from '#app/domain/requests/request.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { Button, NotNow } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { personContext } from '#app/web/context.server.ts'
import { readAnswer } from '#app/web/form-answer.ts'
import { parseForm, refuseForm } from '#app/web/forms.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { requestInState } from '#app/web/creator/requests/open-request.server.ts'
import { answerRefusal, PRICE_BOUNDS } from './texts.ts'
import type { Route } from './+types/price'

export const handle = creatorForm('Change price', { shell: 'focused' })

export async function loader({ params, context }: Route.LoaderArgs) {
  const creator = context.get(personContext)
  const request = await requestInState(creator.id, params.requestId, ['asked', 'price_changed'])
  return {
    what: `${KIND_NAMES[request.kind]} for ${request.fan.name}, ${request.reference}`,
    name: request.fan.name,
    offered: formatMoney(request.price),
    value: request.changedPrice ? (request.changedPrice.amountMinor / 100n).toString() : '',
    backHref: toDashboard.receivedRequest(request.id),
  }
}

const Form = z.object({ price: z.string().max(20).default('') })

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await parseForm(request, Form)
  const price = form.ok ? form.value.price : ''
  const changed = await changePrice(context.get(personContext), params.requestId, readSum(price) ?? 0n)
  if (changed.ok)
    return redirectWithToast(toDashboard.receivedRequest(params.requestId), {
      title: 'Price sent',
      description: 'The fan agrees to it, or gets the whole sum back.',
    })
  const { refusal } = changed
  const told = orNotFound(answerRefusal(refusal))
  if (refusal.kind === 'price_out_of_bounds' || refusal.kind === 'price_is_the_same')
    return refuseForm({ status: 400, field: 'price', description: told.description }, { price })
  return redirectWithToast(toDashboard.receivedRequest(params.requestId), { ...told, tone: 'error' })
}

export default function ChangePrice({ loaderData, actionData }: Route.ComponentProps) {
  const { what, name, offered, value, backHref } = loaderData
  const { field } = readAnswer(actionData)
  return (
    <div className="container container-narrow stack stack-16">
      <div>
        <h1 className="text-h1">Change price</h1>
        <p className="text-muted">{what}</p>
      </div>
      <form method="post" className="stack stack-16" noValidate>
        <FormErrorSummary answer={actionData} />
        <p className="text-secondary">{`${name} offered ${offered}. Nothing more is taken before ${name} agrees.`}</p>
        <TextField
          label="Your price"
          prefix="UGX"
          inputMode="numeric"
          autoComplete="off"
          hint={PRICE_BOUNDS}
          {...field('price', value)}
        />
        <Button variant="primary" wide>
          Send price
        </Button>
      </form>
      <NotNow href={backHref} />
    </div>
  )
}
