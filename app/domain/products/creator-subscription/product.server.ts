import { publish } from '#app/domain/events/publish.server.ts'
import { formatMoney, moneyFrom } from '#app/domain/money/money.ts'
import { findCreatorAccess, holdsPass } from '#app/domain/entitlements/queries.server.ts'
import { reinstateCreatorTerm } from '#app/domain/subscriptions/end-creator-subscription.server.ts'
import { grantCreatorSubscription } from '#app/domain/subscriptions/grant-creator-subscription.server.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { followAsBuyer } from '#app/domain/follows/follow-as-buyer.server.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { findCreatorForSale } from '../creator-for-sale.server.ts'
import type { Product } from '../product.ts'
import { creatorSubscriptionCredits } from './entries.ts'
import { canBuyCreatorSubscription } from './policy.ts'
import { type CreatorSubscriptionFacts, type CreatorSubscriptionOrder, quoteCreatorSubscription } from './quote.ts'
import { reverseCreatorSubscription } from './reverse.server.ts'
import { holdsCreator, hasDuplicatePurchase } from '../duplicate-purchase.server.ts'

export const creatorSubscription: Product<CreatorSubscriptionOrder, CreatorSubscriptionFacts> = {
  quote: async (actor, order) => {
    const creator = isId(order.creatorId) ? await findCreatorForSale(db, order.creatorId) : null
    if (!creator) return refuse({ kind: 'not_for_sale' })
    const [pass, subscribedUntil] = actor
      ? await Promise.all([holdsPass(actor.id), findCreatorAccess(actor.id, creator.id)])
      : [null, null]
    const verdict = canBuyCreatorSubscription(actor, {
      creatorId: creator.id,
      passHeld: pass !== null,
      subscribedUntil,
      renewal: order.renewal,
      at: now(),
    })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    return ok(quoteCreatorSubscription(creator))
  },
  preconditions: async (tx, purchase, buyerId) => ({
    productExists: (await findCreatorForSale(tx, purchase.product_id)) !== null,
    boughtElsewhere: await hasDuplicatePurchase(tx, purchase, buyerId),
    holdsOne: await holdsCreator(tx, buyerId, purchase.product_id),
  }),
  book: async (_, { purchase }) => creatorSubscriptionCredits(moneyFrom(purchase)),
  grant: async (tx, { purchase, buyerId, at }) => {
    const term = await grantCreatorSubscription(tx, {
      accountId: buyerId,
      creatorId: purchase.product_id,
      purchaseId: purchase.id,
      priceMinor: purchase.amount_minor,
      paidAt: at,
    })
    await publish(tx, {
      event: 'creator_subscribed',
      actorId: null,
      objectId: purchase.id,
      payload: {
        creator: { id: purchase.product_id },
        price: formatMoney(moneyFrom(purchase)),
        sold: { purchaseId: purchase.id, priceMinor: String(purchase.amount_minor) },
      },
    })
    // Whoever pays for a creator has her among their favourites. Who has stopped following her since is not made to again.
    if (term.isFirst) await followAsBuyer(tx, buyerId, { id: purchase.product_id })
    return term.endsAt
  },
  reverse: reverseCreatorSubscription,
  reinstate: (tx, purchase) => reinstateCreatorTerm(tx, purchase.id),
  refund: {},
}
