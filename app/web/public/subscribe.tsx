import { data, redirect } from 'react-router'
import { facePath, windowPicture } from '#app/domain/media/picture.ts'
import { feedPage } from '#app/domain/creators/feed.server.ts'
import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { type Currency, formatMoney, isCurrency, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/domain/payments/show-time.ts'
import { type Intent, intentQuery, readIntent } from '#app/domain/purchases/intent.ts'
import {
  annualSavings,
  discountOf,
  isPlanName,
  listPrice,
  perMonth,
  type Plan,
  PLANS_UNAVAILABLE,
  type PlanName,
  priceOf,
  termOf,
} from '#app/domain/subscriptions/plan.ts'
import { findPlansForSale } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import { log } from '#app/platform/log.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { actorContext } from '#app/web/context.server.ts'
import { publicMeta } from '#app/web/page-meta.ts'
import { ALREADY_SUBSCRIBED, answerPaymentForm } from '#app/web/payment-door.server.ts'
import { starterOf } from '#app/web/starter.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { type PlanCard, SubscribeView } from './subscribe-view.tsx'
import type { Route } from './+types/subscribe'

export const handle = { shell: 'full' } satisfies RouteHandle

const FACES = 8

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext)
  const intent = readIntent(url.searchParams)
  const held = actor ? await holdsPass(actor.id) : null
  // Whoever holds a pass comes here to renew it, and to nothing else; one without an end needs no renewal.
  if (held && (intent.from !== 'renewal' || held.endsAt === null))
    throw redirectWithToast('/unblocked-feed', ALREADY_SUBSCRIBED)

  const [{ plans, incomplete }, faces] = await Promise.all([findPlansForSale(), facesOf()])
  const featured = plans.find((plan) => plan.isFeatured) ?? plans[0]!
  const asked = url.searchParams.get('currency') ?? ''
  const currency = isCurrency(asked) ? asked : featured.currencyPrimary
  const pay = url.searchParams.get('pay')
  const wished = url.searchParams.get('plan')
  const selected = isPlanName(pay) ? pay : isPlanName(wished) ? wished : featured.name
  const cards = plans.map((plan) => cardOf(plan, plans, currency, held?.endsAt ?? null))
  const paying = isPlanName(pay) ? cards.find((card) => card.name === pay)! : null
  const changing = url.searchParams.get('change') === '1'
  const address = (query: Record<string, string | null>) => addressOf(intent, { currency, plan: selected, ...query })
  const starter = starterOf(request)
  return data(
    {
      plans: cards,
      incomplete: incomplete ? PLANS_UNAVAILABLE : null,
      selected,
      currency,
      currencies: (['UGX', 'USD'] as const).map((name) => ({
        label: name,
        href: address({ currency: name }),
        active: name === currency,
      })),
      hidden: [...Object.entries(intent), ['currency', currency] as [string, string]],
      faces,
      renewal: held !== null,
      retryHref: address({}),
      dialog: paying && {
        card: paying,
        action: address({ plan: null, pay: paying.name, change: changing ? '1' : null }),
        closeHref: address({ plan: paying.name }),
        attempt: randomToken(),
        payer: actor && {
          name: actor.displayName ?? '',
          email: actor.email,
          changeHref: changing || !actor.displayName ? null : address({ plan: null, pay: paying.name, change: '1' }),
        },
        phone: actor?.phone ?? '',
      },
    },
    // The dialog's token is this reader's alone.
    {
      headers: paying
        ? { 'set-cookie': starter.cookie, 'cache-control': 'private, no-store' }
        : { 'cache-control': 'private, no-cache' },
    },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const pay = url.searchParams.get('pay')
  const intent = readIntent(url.searchParams)
  if (!isPlanName(pay)) return redirect('/subscribe', 303)
  const asked = url.searchParams.get('currency') ?? ''
  const currency: Currency = isCurrency(asked) ? asked : 'UGX'
  return answerPaymentForm(request, context, {
    product: { kind: 'pass', plan: pay, currency, renewal: intent.from === 'renewal' },
    intent,
    formAddress: addressOf(intent, { currency, pay }),
  })
}

export function headers({ loaderHeaders, actionHeaders }: Route.HeadersArgs) {
  return actionHeaders && [...actionHeaders].length > 0 ? actionHeaders : loaderHeaders
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const from = loaderData?.plans[0]?.price
  const description = from
    ? `One pass for every creator, from ${from} a month, by mobile money or card.`
    : 'One pass for every creator, by mobile money or card.'
  return publicMeta({ title: 'Unlock all Peaches', description, path: '/subscribe' }, matches)
}

function addressOf(intent: Intent, query: Record<string, string | null>): string {
  const all = new URLSearchParams(intentQuery(intent))
  for (const [name, value] of Object.entries(query)) if (value !== null) all.set(name, value)
  return `/subscribe?${all}`
}

/** A plan in the words of its card. `currentEnd` is where a pass that still runs ends: a renewal follows it. */
function cardOf(plan: Plan, plans: Plan[], currency: Currency, currentEnd: Date | null): PlanCard {
  const at = now()
  const price = priceOf(plan, currency, at)
  const monthly = plans.find((other) => other.name === 'monthly')!
  const savings = plan.name === 'annual' ? annualSavings(priceOf(monthly, currency, at), price) : 0
  const until = showDate(termOf(plan.name, at, currentEnd).endsAt)
  return {
    name: plan.name,
    displayName: plan.displayName,
    price: formatMoney(price),
    priceMinor: price.amountMinor.toString(),
    before: discountOf(plan, at) > 0 ? formatMoney(listPrice(plan, currency)) : null,
    discount: discountOf(plan, at),
    per: plan.name === 'monthly' ? 'a month' : 'a year',
    until,
    note: noteOf(plan.name, price, savings, until),
    best: plan.name === 'annual',
    features: plan.features,
    zero: formatMoney({ amountMinor: 0n, currency }),
  }
}

function noteOf(name: PlanName, price: Money, savings: number, until: string): string {
  if (name === 'monthly') return `Until ${until}`
  return savings > 0 ? `${formatMoney(perMonth(price))} a month, save ${savings}%` : `Until ${until}`
}

/** A few faces above the plans; the page sells without them too. */
async function facesOf() {
  try {
    const { creators } = await feedPage({ limit: FACES })
    return creators.flatMap(({ cardMediaId, displayName }) =>
      cardMediaId
        ? [
            {
              name: displayName,
              small: facePath(cardMediaId),
              picture: windowPicture(cardMediaId, 'card', displayName),
            },
          ]
        : [],
    )
  } catch (error) {
    log.error({ err: error }, 'the creators could not be read for the plans page')
    return []
  }
}

export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  return <SubscribeView {...loaderData} answer={actionData ?? null} />
}
