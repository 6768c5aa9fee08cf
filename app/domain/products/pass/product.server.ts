import { holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { grantPass } from '#app/domain/subscriptions/grant-pass.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { quotePromo, type PromoRequest } from '#app/domain/promotions/quote-promo.server.ts'
import { confirmPromo, isPromoLeft, type PromoUse, reservePromo } from '#app/domain/promotions/reserve-promo.server.ts'
import { countryOfBuyer } from '#app/domain/subscriptions/country-of.ts'
import { findPlanForSale, isPlanSwitchedOn } from '#app/domain/subscriptions/queries.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { passCredits } from '#app/domain/purchases/entries.ts'
import { destinationOfPass, type Intent } from '../intent.ts'
import { canBuyPass } from '#app/domain/purchases/policy.ts'
import { type PassFacts, priceOfPurchase, quotePass } from '#app/domain/purchases/quote.ts'
import type { ProductOrder } from '#app/domain/purchases/product-order.ts'
import type { Product, PurchaseRow } from '../product.ts'
import { reinstatePass, reversePass } from './reverse.server.ts'
import { holdsRight, hasDuplicatePurchase } from '../duplicate-purchase.server.ts'

export const pass: Product<'pass'> = {
  quote: async (actor, order) => {
    const held = actor ? await holdsPass(actor.id) : null
    const verdict = canBuyPass(actor, { held, renewal: order.renewal })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    const country = countryOfBuyer(actor?.phone ?? null, order.asker?.phone ?? null)
    const plan = await findPlanForSale(order.plan, country)
    if (!plan) return refuse({ kind: (await isPlanSwitchedOn(order.plan)) ? 'not_sold_there' : 'not_for_sale' })
    const promo = order.promo ? await quotePromo(promoRequest(order, order.promo, actor, country)) : null
    if (promo && !promo.ok) return promo
    const quote = quotePass(plan, order.currency, now(), promo?.value)
    return ok(order.renewal ? { ...quote, facts: { ...(quote.facts as PassFacts), renewal: true } } : quote)
  },
  reserve: async (tx, purchase) => {
    const use = promoUse(purchase)
    return use === null || reservePromo(tx, use)
  },
  preconditions: async (tx, purchase, buyerId) => {
    const holdsOne = await holdsRight(tx, buyerId, 'all_creators')
    // A wallet can be asked again at once, so a second tab buys nothing twice; outside money that has already arrived buys the next term.
    const second = holdsOne && purchase.paid_from !== 'gateway' && !(purchase.quote as PassFacts).renewal
    return {
      productExists: await isPriceStillGood(tx, purchase),
      boughtElsewhere: second || (await hasDuplicatePurchase(tx, purchase, buyerId)),
      holdsOne,
    }
  },
  book: async (_, { purchase }) => passCredits(priceOfPurchase(purchase)),
  grant: async (tx, { purchase, buyerId, at }) => {
    const { plan } = purchase.quote as PassFacts
    const use = promoUse(purchase)
    if (use) await confirmPromo(tx, use)
    const term = await grantPass(tx, {
      accountId: buyerId,
      plan,
      planId: purchase.product_id,
      purchaseId: purchase.id,
      price: priceOfPurchase(purchase),
      paidAt: at,
    })
    return term.endsAt
  },
  reverse: reversePass,
  reinstate: reinstatePass,
  address: (purchase) => destinationOfPass(purchase.intent as Intent),
  labels: (facts) => ({ prefix: 'pass', plan: facts.plan, type: 'subscription' }),
}

function promoRequest(
  order: Extract<ProductOrder, { kind: 'pass' }>,
  typed: string,
  actor: Actor,
  country: string,
): PromoRequest {
  const { plan, asker } = order
  const accountId = actor?.id ?? null
  return {
    typed,
    plan,
    country,
    email: actor?.email ?? asker?.email ?? null,
    accountId,
    trier: asker ? { accountId, browser: asker.browser, network: asker.network } : null,
  }
}

/** The promo code that set the price of a purchase, if any. */
function promoUse(purchase: PurchaseRow): PromoUse | null {
  const { promo } = purchase.quote as PassFacts
  return promo ? { promoId: promo.id, purchaseId: purchase.id, email: purchase.buyer_email } : null
}

/** A code that was released because the payment had ended may be used up or used elsewhere: then late money is refunded. */
async function isPriceStillGood(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  const use = promoUse(purchase)
  return use === null || isPromoLeft(tx, use)
}
