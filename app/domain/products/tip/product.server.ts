import { announceTip } from '#app/domain/chat/announce-change.server.ts'
import { findContact } from '#app/domain/contacts/find-contact.server.ts'
import { NO_BLOCK } from '#app/domain/contacts/policy.ts'
import { moneyFrom } from '#app/domain/money/money.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { TIP } from '#app/domain/settings/constants.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { recordTip } from '#app/domain/tips/record-tip.server.ts'
import { removeTip, reinstateTip } from '#app/domain/tips/remove-tip.server.ts'
import { isTipAmount, readTipMessage } from '#app/domain/tips/tip.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { findCreatorForSale, isPostOf } from '../creator-for-sale.server.ts'
import type { Product, PurchaseRow } from '../product.ts'
import { tipCredits } from './entries.ts'
import { canTip } from './policy.ts'
import { isSameTip, quoteTip, type TipFacts, type TipOrder } from './quote.ts'
import { recordSale } from '../record-sale.server.ts'
import { reverseSpending } from '../reverse-spending.server.ts'
import { hasDuplicatePurchase } from '../duplicate-purchase.server.ts'

export const tip: Product<TipOrder, TipFacts> = {
  quote: async (actor, order) => {
    const { creatorId, amountMinor, postId, context, named } = order
    const creator = isId(creatorId) ? await findCreatorForSale(db, creatorId) : null
    if (!creator) return refuse({ kind: 'not_for_sale' })
    const [entitled, contact] = actor
      ? await Promise.all([isEntitledTo(actor.id, creator.id), findContact(db, actor.id, creator.id)])
      : [false, NO_BLOCK]
    const verdict = canTip(actor, { creatorId: creator.id, entitled, contact, at: now() })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    if (!isTipAmount(amountMinor))
      return refuse({
        kind: 'amount_out_of_bounds',
        min: { amountMinor: TIP.minMinor, currency: 'UGX' },
        max: { amountMinor: TIP.maxMinor, currency: 'UGX' },
      })
    const message = readTipMessage(order.message)
    const onPost = postId !== null
    if (message === null || onPost !== (context === 'post')) return refuse({ kind: 'not_for_sale' })
    if (onPost && !(isId(postId) && (await isPostOf(db, postId, creator.id)))) return refuse({ kind: 'not_for_sale' })
    return ok(quoteTip(creator, amountMinor, { postId, context, message, named }))
  },
  isSameOrder: isSameTip,
  preconditions: async (tx, purchase, buyerId) => ({
    productExists: (await findCreatorForSale(tx, purchase.product_id)) !== null,
    boughtElsewhere: await hasDuplicatePurchase(tx, purchase, buyerId),
    // A fan may tip any number of times; a tip can only arrive too late.
    holdsOne: false,
  }),
  book: async (tx, { purchase, at }) => {
    const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, at)
    return tipCredits(moneyFrom(purchase), purchase.product_id, platformFeeBasisPoints, vatBasisPoints)
  },
  grant: async (tx, { purchase, buyerId, at }, entryId) => {
    const { postId, context, message, named } = factsOf(purchase)
    // Paid before a block and arrived after it: the creator has the money, without the words and without a notice.
    const { blockedBySender, blockedByReceiver } = await findContact(tx, buyerId, purchase.product_id)
    const reaches = !blockedBySender && !blockedByReceiver
    await Promise.all([
      recordTip(tx, {
        purchaseId: purchase.id,
        fanId: buyerId,
        creatorId: purchase.product_id,
        postId,
        context,
        message: reaches ? message : '',
        named,
        amountMinor: purchase.amount_minor,
        at,
      }),
      recordSale(tx, {
        purchase,
        creatorId: purchase.product_id,
        source: 'tip',
        sold: { event: 'tip_received' },
        entryId,
        at,
      }),
      announceTip(tx, { fanId: buyerId, creatorId: purchase.product_id }),
    ])
    return null
  },
  reverse: async (tx, back) => {
    if (back.ends) await removeTip(tx, back.purchase.id, back.at)
    return reverseSpending(tx, back, back.purchase.product_id)
  },
  reinstate: (tx, purchase) => reinstateTip(tx, purchase.id),
  refund: { requiresPass: true },
}

function factsOf(purchase: PurchaseRow): TipFacts {
  return purchase.quote as TipFacts
}
