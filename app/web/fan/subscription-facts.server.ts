import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { avatarPath } from '#app/web/picture.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { showDate, showDateTime, showMoment } from '#app/platform/dates.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import {
  type CreatorSubscriptionOverview,
  listCreatorSubscriptions,
} from '#app/domain/subscriptions/creator-subscription-queries.server.ts'
import { type Plan, type PlanName, priceOf } from '#app/domain/subscriptions/plan.ts'
import type { ReturnTo } from '#app/domain/products/return-to.ts'
import { termOf } from '#app/domain/subscriptions/plan-length.ts'
import {
  findLostPass,
  findNewestPass,
  findPlansForSale,
  findRenewal,
  listTerms,
  type PassOverview,
} from '#app/domain/subscriptions/queries.server.ts'
import { remindersBefore, renewsAt } from '#app/domain/subscriptions/renewal.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'

const DAY_MS = 86_400_000
/** Before, renewing is nothing that has to be done now. */
const RENEWAL_DUE_DAYS = 14

/** Everything that the subscription page shows of the person's pass; amounts and dates are texts. */
export async function loadOwnPass(person: Person) {
  const [held, terms, newest, renewal, sale, balance] = await Promise.all([
    holdsPass(person.id),
    listTerms(person.id),
    findNewestPass(person.id),
    findRenewal(person.id),
    findPlansForSale(countryOfBuyer(person.phone, null)),
    walletBalance(person.id),
  ])
  const currentEnd = held?.endsAt ?? null
  const offers = sale.plans.map((plan) => offerOf(plan, { held: held !== null, currentEnd, balance }))
  const own = offers.find((offer) => offer.name === newest?.planName) ?? null
  const none = held === null && newest === null
  return {
    pass: held ? passOf(held.endsAt, terms) : null,
    ended: held === null && newest ? showDate(newest.endsAt) : null,
    lost: none ? await findLostPass(person.id) : null,
    offer: own,
    others: offers.filter((offer) => offer !== own),
    // Only a paid pass renews; granted access just ends.
    renewal:
      newest && currentEnd !== null && newest.endsAt >= currentEnd
        ? {
            mode: renewal.mode,
            remindersBefore: remindersBefore(newest.endsAt, newest.knownAt),
            from: showMoment(renewsAt(currentEnd)),
            agreed:
              renewal.agreedMinor === null ? null : formatMoney({ amountMinor: renewal.agreedMinor, currency: 'UGX' }),
            covered: own?.inShillings ? BigInt(own.inShillings.minor) <= balance.amountMinor : false,
          }
        : null,
  }
}

export type OwnPass = Awaited<ReturnType<typeof loadOwnPass>>
export type RenewalOffer = NonNullable<OwnPass['offer']>

type Situation = { held: boolean; currentEnd: Date | null; balance: Money }

/** A plan as the next term: paid from the wallet if the balance is enough, else through the payment form. */
function offerOf(plan: Plan, { held, currentEnd, balance }: Situation) {
  const at = now()
  const inShillings = priceOf(plan, 'UGX', at)
  const fromWallet = inShillings.amountMinor > 0n && balance.amountMinor >= inShillings.amountMinor
  const price = fromWallet ? inShillings : priceOf(plan, plan.currencyPrimary, at)
  const term = termOf(plan.length, at, currentEnd)
  return {
    name: plan.name,
    title: plan.displayName,
    price: formatMoney(price),
    inShillings: { minor: inShillings.amountMinor.toString(), text: formatMoney(inShillings) },
    starts: currentEnd ? showDate(term.startsAt) : null,
    until: showDate(term.endsAt),
    fromWallet,
    href: fromWallet ? `${to.renewPass}?plan=${plan.name}` : directHref(plan.name, plan.currencyPrimary, held),
  }
}

/** The address of a plan's open payment form. */
export function directHref(plan: PlanName, currency: string, renewal: boolean, returnTo: ReturnTo = {}): string {
  return withQuery(to.subscribe, {
    ...returnTo,
    ...(renewal && { from: 'renewal' }),
    currency,
    pay: plan,
    way: 'direct',
  })
}

/** The running term and the following ones. A grant has no plan name. */
function passOf(endsAt: Date | null, terms: PassOverview[]) {
  const at = now().getTime()
  if (endsAt === null)
    return { name: 'Full access', until: null, daysLeft: null, renewalDue: false, usedPercent: null, next: [] }
  const [running, ...following] = terms
  // A grant that lasts longer than the paid pass.
  const granted = !running || terms.at(-1)!.endsAt < endsAt
  const daysLeft = Math.max(0, Math.ceil((endsAt.getTime() - at) / DAY_MS))
  const whole = granted ? null : running.endsAt.getTime() - running.startsAt.getTime()
  return {
    name: granted ? 'Full access' : `${running.displayName} pass`,
    until: showDateTime(endsAt),
    daysLeft,
    renewalDue: daysLeft <= RENEWAL_DUE_DAYS,
    usedPercent: whole ? Math.round(Math.min(1, Math.max(0, (at - running!.startsAt.getTime()) / whole)) * 100) : null,
    next: granted
      ? []
      : following.map((term) => `Next: ${term.displayName}, ${showDate(term.startsAt)} to ${showDate(term.endsAt)}`),
  }
}

export type CreatorRow = {
  id: string
  name: string
  avatarUrl: string | null
  meta: string
  price: string
  href: string | null
}

const STATES: Record<CreatorSubscriptionOverview['state'], string> = {
  running: 'Until',
  follows: 'Starts next, until',
  ended: 'Ended',
  rest_refunded: 'Unused days refunded',
  refunded: 'Refunded',
  charged_back: 'Reversed by your bank',
}

/** The person's creator subscriptions, the one that ends last first. */
export async function loadCreatorRows(person: Person): Promise<CreatorRow[]> {
  const rows = await listCreatorSubscriptions(person.id)
  return rows.map((row) => ({
    id: row.id,
    name: row.creatorName,
    // The picture of a hidden creator is not public: initials are shown instead.
    avatarUrl: row.creatorVisible && row.avatarMediaId ? avatarPath(row.avatarMediaId) : null,
    meta: `${STATES[row.state]} ${showDate(row.endsAt)}`,
    price: formatMoney(row.price),
    href: row.creatorVisible ? `${to.creatorAccess(row.creatorId)}?renew=1` : null,
  }))
}
