import { data } from 'react-router'
import { z } from 'zod'
import { chooseFanPlan } from '#app/domain/identity/choose-fan-plan.server.ts'
import { type Currency, isCurrency } from '#app/domain/money/money.ts'
import { isPlanName, PLANS_UNAVAILABLE } from '#app/domain/subscriptions/plan.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { requestFactsContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { answerPaymentForm } from '#app/web/checkout/checkout.server.ts'
import { loadPlanOffer, promoBox, readPromo } from '#app/web/checkout/pass.server.ts'
import { checkoutSessionOf } from '#app/web/checkout/session.server.ts'
import { FanPlanView } from './plan-view.tsx'
import { requireFanStep } from '#app/web/fan/onboarding/step.server.ts'
import type { Route } from './+types/plan'

export const handle = { shell: 'focused', backHref: '/viewer-onboarding/setup' } as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Choose Access Plan', matches)

const HERE = '/viewer-onboarding/plan'

function address(query: Record<string, string>): string {
  return `${HERE}?${new URLSearchParams(query)}`
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { person, onboarding } = await requireFanStep(context, url, 'plan')
  const checkout = checkoutSessionOf(request)
  const { cards, incomplete, currency, selected, paying, promo } = await loadPlanOffer(
    url.searchParams,
    null,
    { actor: person, checkoutToken: checkout.token, network: context.get(requestFactsContext).network },
    onboarding?.plan ?? null,
  )
  const changing = url.searchParams.get('change') === '1'
  const code: Record<string, string> = promo.typed ? { promo: promo.typed } : {}
  return data(
    {
      cards,
      incomplete: incomplete ? PLANS_UNAVAILABLE : null,
      currency,
      selected,
      retryHref: address({ currency, plan: selected }),
      dialog: paying && {
        card: paying,
        action: address({ currency, pay: paying.name, ...code, ...(changing ? { change: '1' } : {}) }),
        closeHref: address({ currency, plan: paying.name, ...code }),
        attempt: randomToken(),
        payer: {
          name: person.displayName ?? '',
          email: person.email,
          changeHref: changing ? null : address({ currency, pay: paying.name, ...code, change: '1' }),
        },
        phone: person.phone ?? '',
        promo: promoBox(promo, HERE, address({ currency, pay: paying.name })),
      },
    },
    { headers: paying ? { 'set-cookie': checkout.cookie } : {} },
  )
}

const ChoiceForm = z.object({ pay: z.enum(['monthly', 'annual']) })

/** The dialog's form pays the plan in the address; without one, only the choice is stored. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { person } = await requireFanStep(context, url, 'plan')
  const pay = url.searchParams.get('pay')
  if (!isPlanName(pay)) {
    const form = await parseForm(request, ChoiceForm)
    if (form.ok) await chooseFanPlan(person, form.value.pay)
    return null
  }
  await chooseFanPlan(person, pay)
  const promo = readPromo(url.searchParams)
  const asked = url.searchParams.get('currency') ?? ''
  const currency: Currency = isCurrency(asked) ? asked : 'UGX'
  return answerPaymentForm(request, context, {
    product: { kind: 'pass', plan: pay, currency, renewal: false, promo },
    intent: { from: 'onboarding' },
    formAddress: address({ currency, pay, ...(promo ? { promo } : {}) }),
  })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
}

/** Storing the choice changes nothing on this page. */
export function shouldRevalidate() {
  return false
}

export default function FanPlan({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && 'errors' in actionData ? actionData : null
  return <FanPlanView {...loaderData} answer={answer} />
}
