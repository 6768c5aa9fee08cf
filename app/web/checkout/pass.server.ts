import { workingOnly } from '#app/domain/settings/features.ts'
import { type Currency, formatMoney, isCurrency, type Money } from '#app/domain/money/money.ts'
import { showDate } from '#app/platform/dates.ts'
import {
  bestDeal,
  discountOf,
  isPlanName,
  listPrice,
  type Plan,
  type PlanName,
  priceOf,
  type Saving,
  savingOf,
} from '#app/domain/subscriptions/plan.ts'
import { periodText, termOf } from '#app/domain/subscriptions/plan-length.ts'
import { reminderText } from '#app/domain/subscriptions/renewal.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { destinationOfAccess, type ReturnTo } from '#app/domain/products/return-to.ts'
import { promoText, readCode } from '#app/domain/promotions/promo.ts'
import { quotePromo } from '#app/domain/promotions/quote-promo.server.ts'
import { browserOf } from '#app/domain/identity/browser.server.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { findPlansForSale, isKnownPlan } from '#app/domain/subscriptions/queries.server.ts'
import { addressOf } from '#app/target-address.ts'
import { now } from '#app/platform/clock.ts'
import { messageOf } from '#app/web/catalogue.ts'
import { paymentForm } from '#app/web/checkout/checkout.server.ts'
import type { PassDialogData } from './pass-dialog.tsx'
import type { PlanCard } from './plan-card.ts'
import { addressAt, type Query, type Sale } from './sale.ts'

type PlanOffer = {
  cards: PlanCard[]
  /** A stored plan could not be read, and the built-in one is sold instead. */
  incomplete: boolean
  currency: Currency
  /** One of the cards; empty where nothing is on sale. */
  selected: PlanName
  /** The plan whose payment dialog is open. */
  paying: PlanCard | null
  promo: PromoOffer
}

/** A promo code as the payment step shows it. */
type PromoOffer = {
  /** The typed code, normalised if valid; null while none was entered. */
  typed: string | null
  /** The discount on the selected plan, as text; null if the code does not apply. */
  applied: string | null
  error: string | null
}

/** The viewer of the plans: prices may depend on a code, the country, and earlier use of codes. */
type Viewer = { actor: Actor; checkoutToken: string; network: string }

const LONGEST_TYPED = 60

/**
 * The plans as the pages show them. `query` may ask for a currency (`currency`), a plan (`plan`) and the payment of one (`pay`);
 * `currentEnd` is where a pass that still runs ends: a renewal follows it.
 */
export async function loadPlanOffer(
  query: URLSearchParams,
  currentEnd: Date | null,
  viewer: Viewer,
  { chosenBefore = null, forOneThing = false }: { chosenBefore?: PlanName | null; forOneThing?: boolean } = {},
): Promise<PlanOffer> {
  const country = countryOfBuyer(viewer.actor?.phone ?? null, null)
  const { plans, incomplete } = await findPlansForSale(country)
  const featured = plans.find((plan) => plan.isFeatured) ?? plans[0] ?? null
  const asked = query.get('currency') ?? ''
  const currency = isCurrency(asked) ? asked : (featured?.currencyPrimary ?? 'UGX')
  const pay = query.get('pay')
  const chosen = [pay, query.get('plan'), chosenBefore].find((name) => plans.some((plan) => plan.name === name))
  // Who came for one thing is not led to the longest plan.
  const standard = forOneThing ? cheapestPlan(plans, currency) : featured
  const selected = chosen ?? standard?.name ?? ''
  const typed = query.has('promo') ? readPromo(query) : null
  const promos = typed ? await promosFor(plans, typed, country, viewer) : new Map<PlanName, PlanPromo>()
  const cards = cardsOf(plans, currency, currentEnd, (plan) => promos.get(plan.name)?.percentage ?? 0)
  return {
    cards,
    incomplete,
    currency,
    selected,
    paying: cards.find((card) => card.name === pay) ?? null,
    promo: promoOffer(typed, plans.find((plan) => plan.name === selected) ?? null, promos.get(selected)),
  }
}

function cheapestPlan(plans: readonly Plan[], currency: Currency): Plan | null {
  const at = now()
  const amount = (plan: Plan) => priceOf(plan, currency, at).amountMinor
  return plans.toSorted((a, b) => (amount(a) < amount(b) ? -1 : 1))[0] ?? null
}

/** The code in an address; empty if there is none. */
function readPromo(query: URLSearchParams): string {
  return (query.get('promo') ?? '').trim().slice(0, LONGEST_TYPED)
}

/** For whoever holds a pass: on to what the link was for, else to the feed. */
export const alreadySubscribed = (returnTo: ReturnTo) => ({
  path: addressOf(destinationOfAccess(returnTo)),
  ...messageOf('plans.already'),
})

/** The payment dialog of the chosen plan, over the page at `path`; `carried` is what the query of that page always carries. */
export function passDialog(
  url: URL,
  actor: Actor,
  offer: PlanOffer,
  path: string,
  carried: Query = {},
): PassDialogData | null {
  const { paying, currency, promo } = offer
  if (!paying) return null
  const code: Query = promo.typed ? { promo: promo.typed } : {}
  const chosen = { ...carried, currency, pay: paying.name }
  const withoutCode = addressAt(path, chosen)
  const price = { amountMinor: BigInt(paying.priceMinor), currency }
  return {
    card: paying,
    wallet: null,
    closeHref: addressAt(path, { ...carried, currency, plan: paying.name })(code),
    ...paymentForm(url, actor, price, addressAt(path, { ...chosen, ...code })),
    promo: {
      ...promo,
      action: path,
      hidden: Object.entries(chosen),
      openHref: withoutCode({ promo: '' }),
      removeHref: withoutCode(),
    },
  }
}

type PassOrder = { renewal: boolean; returnTo: ReturnTo; carried?: Query }

/** The pass that a page's address orders; null if it names no plan that there is or was. */
export async function passSale(url: URL, path: string, { renewal, returnTo, carried = {} }: PassOrder) {
  const { searchParams } = url
  const plan = searchParams.get('pay')
  if (!isPlanName(plan) || !(await isKnownPlan(plan))) return null
  const promo = readPromo(searchParams)
  const asked = searchParams.get('currency') ?? ''
  const currency: Currency = isCurrency(asked) ? asked : 'UGX'
  return {
    order: { kind: 'pass', plan, currency, renewal, promo },
    from: 'gateway',
    address: addressAt(path, { ...carried, currency, pay: plan, ...(promo ? { promo } : {}) }),
    returnTo,
    entitled: alreadySubscribed(returnTo),
  } satisfies Sale
}

type PlanPromo = { percentage: number; error: string | null }

async function promosFor(plans: Plan[], typed: string, country: string, viewer: Viewer) {
  const { actor, checkoutToken, network } = viewer
  const accountId = actor?.id ?? null
  const trier = { accountId, browser: browserOf(checkoutToken).storedHash.toString('hex'), network }
  const promos = new Map<PlanName, PlanPromo>()
  for (const plan of plans) {
    const email = actor?.email ?? null
    const quoted = await quotePromo({ typed, plan: plan.name, country, email, accountId, trier })
    promos.set(
      plan.name,
      quoted.ok
        ? { percentage: quoted.value.discountPercentage, error: null }
        : { percentage: 0, error: promoText(quoted.refusal.reason) },
    )
  }
  return promos
}

function promoOffer(typed: string | null, plan: Plan | null, promo: PlanPromo | undefined): PromoOffer {
  if (typed === null || !plan || !promo) return { typed, applied: null, error: null }
  const code = readCode(typed) ?? typed
  if (promo.error) return { typed: code, applied: null, error: promo.error }
  const own = discountOf(plan, now())
  if (own >= promo.percentage)
    return {
      typed: code,
      applied: `The plan already has ${own}% off. Keep ${code} for later.`,
      error: null,
    }
  return { typed: code, applied: `${code}: ${promo.percentage}% off`, error: null }
}

/** The plans as texts for their cards. */
function cardsOf(
  plans: Plan[],
  currency: Currency,
  currentEnd: Date | null,
  percentageOf: (plan: Plan) => number,
): PlanCard[] {
  const at = now()
  const priceNow = (plan: Plan): Money => priceOf(plan, currency, at, percentageOf(plan))
  const best = bestDeal(plans, priceNow)
  return plans.map((plan) => {
    const price = priceNow(plan)
    const saving = savingOf(plan, plans, priceNow)
    const discount = Math.max(discountOf(plan, at), percentageOf(plan))
    const until = showDate(termOf(plan.length, at, currentEnd).endsAt)
    return {
      name: plan.name,
      displayName: plan.displayName,
      price: formatMoney(price),
      priceMinor: price.amountMinor.toString(),
      before: discount > 0 ? formatMoney(listPrice(plan, currency)) : null,
      discount,
      per: periodText(plan.length),
      until,
      note: noteOf(saving, until),
      saves: saving && { perMonth: formatMoney(saving.perMonth), percent: saving.percent },
      best: plan === best,
      reminder: reminderText(plan.length),
      features: workingOnly(plan.features).map((feature) => feature.text),
      zero: formatMoney({ amountMinor: 0n, currency }),
    }
  })
}

function noteOf(saving: Saving | null, until: string): string {
  return saving ? `${formatMoney(saving.perMonth)} a month, save ${saving.percent}%` : `Until ${until}`
}
