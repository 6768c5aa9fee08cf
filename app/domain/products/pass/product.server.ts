import { moneyFrom } from '#app/domain/money/money.ts'
import { sql } from 'kysely'
import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { reinstatePass } from '#app/domain/subscriptions/end-pass.server.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { quotePromo, type PromoRequest } from '#app/domain/promotions/quote-promo.server.ts'
import { confirmPromo, isPromoLeft, type PromoUse, reservePromo } from '#app/domain/promotions/reserve-promo.server.ts'
import type { PlanName } from '#app/domain/subscriptions/plan.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { findPlanForSale, isPlanSwitchedOn } from '#app/domain/subscriptions/queries.server.ts'
import { KAMPALA, now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse } from '#app/platform/result.ts'
import type { Asker, Product, PurchaseRow } from '../product.ts'
import { passCredits } from './entries.ts'
import { canBuyPass } from './policy.ts'
import { isSamePass, type PassFacts, type PassOrder, quotePass } from './quote.ts'
import { reversePass } from './reverse.server.ts'
import { holdsRight, hasDuplicatePurchase } from '../duplicate-purchase.server.ts'

export const pass: Product<PassOrder, PassFacts> = {
  quote: async (actor, order, asker) => {
    const held = actor ? await holdsPass(actor.id) : null
    const verdict = canBuyPass(actor, { held, renewal: order.renewal })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const country = countryOfBuyer(actor?.phone ?? null, asker?.phone ?? null)
    const plan = await findPlanForSale(order.plan, country)
    if (!plan) return refuse({ kind: (await isPlanSwitchedOn(order.plan)) ? 'not_sold_there' : 'not_for_sale' })
    const promo = order.promo
      ? await quotePromo(promoRequest(order.plan, order.promo, { actor, asker, country }))
      : null
    if (promo && !promo.ok) return promo
    const quote = quotePass(plan, order.currency, now(), promo?.value)
    return ok(order.renewal ? { ...quote, facts: { ...quote.facts, renewal: true } } : quote)
  },
  isSameOrder: isSamePass,
  reserve: async (tx, purchase) => {
    const use = promoUse(purchase)
    return use === null || reservePromo(tx, use)
  },
  preconditions: async (tx, purchase, buyerId) => {
    const holdsOne = await holdsRight(tx, buyerId, 'all_creators')
    // A wallet can be asked again at once, so a second tab buys nothing twice; outside money that has already arrived buys the next term.
    const second = purchase.paid_from !== 'gateway' && (await hasOneAlready(tx, purchase, buyerId, holdsOne))
    return {
      productExists: await isPriceStillGood(tx, purchase),
      boughtElsewhere: second || (await hasDuplicatePurchase(tx, purchase, buyerId)),
      holdsOne,
    }
  },
  book: async (_, { purchase }) => passCredits(moneyFrom(purchase)),
  grant: async (tx, { purchase, buyerId, at }) => {
    const { plan } = purchase.quote as PassFacts
    const use = promoUse(purchase)
    if (use) await confirmPromo(tx, use)
    const term = await grantPass(tx, {
      accountId: buyerId,
      plan,
      planId: purchase.product_id,
      purchaseId: purchase.id,
      price: moneyFrom(purchase),
      paidAt: at,
    })
    return term.endsAt
  },
  reverse: reversePass,
  reinstate: (tx, purchase) => reinstatePass(tx, purchase.id),
  refund: {
    // Using any creator's page since, or spending on anything that requires a pass, counts as using the pass.
    used: (passSpending) => sql<boolean>`exists (select from subscriptions s join creator_uses u on u.fan_id = s.user_id
        where s.purchase_id = p.id and u.day >= (greatest(s.starts_at, p.completed_at) at time zone ${KAMPALA})::date
          and s.starts_at <= app_now())
      or exists (select from purchases o join subscriptions s on s.purchase_id = p.id
        where o.buyer_id = p.buyer_id and o.state = 'completed' and o.completed_at >= greatest(s.starts_at, p.completed_at)
          and o.kind = any (${passSpending}))`,
    unusedHours: 24,
    lostInChargeback: true,
  },
}

function promoRequest(
  plan: PlanName,
  typed: string,
  { actor, asker, country }: { actor: Actor; asker: Asker | null; country: string },
): PromoRequest {
  const accountId = actor?.id ?? null
  const trier = asker && { accountId, browser: asker.browser, network: asker.network }
  return { typed, plan, country, email: actor?.email ?? asker?.email ?? null, accountId, trier }
}

/** The promo code that set the price of a purchase, if any. */
function promoUse(purchase: PurchaseRow): PromoUse | null {
  const { promo } = purchase.quote as PassFacts
  return promo ? { promoId: promo.id, purchaseId: purchase.id, email: purchase.buyer_email } : null
}

/** An active pass, or for a free renewal a term that has not begun: free terms never accumulate. */
async function hasOneAlready(tx: Tx, purchase: PurchaseRow, buyerId: string, holdsOne: boolean): Promise<boolean> {
  if (!(purchase.quote as PassFacts).renewal) return holdsOne
  if (purchase.paid_from !== 'nothing') return false
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from subscriptions where user_id = ${buyerId} and status = 'active' and starts_at > app_now()) as waits`.execute(
    tx,
  )
  return rows[0]!.waits
}

/** A code that was released because the payment had ended may be used up or used elsewhere: then late money is refunded. */
async function isPriceStillGood(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  const use = promoUse(purchase)
  return use === null || isPromoLeft(tx, use)
}
