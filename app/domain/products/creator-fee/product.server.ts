import { moneyFrom } from '#app/domain/money/money.ts'
import { sql } from 'kysely'
import { findFeeStatus } from '#app/domain/creators/fee-status.server.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import { chargeFeeWeek } from '#app/domain/creators/charge-fee-week.server.ts'
import { reinstateFeeWeek } from '#app/domain/creators/refund-fee-week.server.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { ok, refuse } from '#app/platform/result.ts'
import type { Product } from '../product.ts'
import { creatorFeeCredits } from './entries.ts'
import { canPayCreatorFee } from './policy.ts'
import { type FeeFacts, type FeeOrder, quoteCreatorFee } from './quote.ts'
import { reverseFeeWeek } from './reverse.server.ts'
import { holdsRight, hasDuplicatePurchase } from '../duplicate-purchase.server.ts'

/** The actor's own fee: nobody pays for another creator's page. */
export const creatorFee: Product<FeeOrder, FeeFacts> = {
  quote: async (actor, order) => {
    if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
    const [status, { creatorFeeMinor }] = await Promise.all([findFeeStatus(actor.id), settings()])
    const verdict = canPayCreatorFee(actor, status, order.renewal)
    return verdict.allowed
      ? ok(quoteCreatorFee(actor.id, creatorFeeMinor))
      : refuse({ kind: 'not_permitted', reason: verdict.reason })
  },
  preconditions: async (tx, purchase, buyerId) => ({
    productExists: await lockCreatorOnTheWay(tx, purchase.product_id),
    boughtElsewhere: await hasDuplicatePurchase(tx, purchase, buyerId),
    holdsOne: await holdsRight(tx, buyerId, 'listed'),
  }),
  book: async (_, { purchase }) => creatorFeeCredits(moneyFrom(purchase)),
  grant: async (tx, { purchase, transactionId, at }) => {
    const week = await chargeFeeWeek(tx, {
      creatorId: purchase.product_id,
      purchaseId: purchase.id,
      transactionId,
      price: moneyFrom(purchase),
      paidAt: at,
    })
    return week.endsAt
  },
  reverse: reverseFeeWeek,
  reinstate: (tx, purchase) => reinstateFeeWeek(tx, purchase.id),
  refund: {
    begun: sql<boolean>`exists (select from creator_fee_weeks w where w.purchase_id = p.id and w.starts_at <= app_now())`,
    lostInChargeback: true,
  },
}
