import { sql } from 'kysely'
import { announceMessageChange } from '#app/domain/chat/announce-change.server.ts'
import {
  grantMessageUnlock,
  reinstateMessageUnlock,
  revokeMessageUnlock,
} from '#app/domain/entitlements/message-unlock.server.ts'
import { isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { moneyFrom } from '#app/domain/money/money.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { now } from '#app/platform/clock.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse } from '#app/platform/result.ts'
import type { Product, PurchaseRow } from '../product.ts'
import { recordSale } from '../record-sale.server.ts'
import { reverseSpending } from '../reverse-spending.server.ts'
import { messageUnlockCredits } from './entries.ts'
import { findMessageForSale, isMessageDeliverable, isMessageUnlocked } from './message-for-sale.server.ts'
import { canUnlockMessage } from './policy.ts'
import { type MessageUnlockFacts, type MessageUnlockOrder, quoteMessageUnlock } from './quote.ts'

export const messageUnlock: Product<MessageUnlockOrder, MessageUnlockFacts> = {
  quote: async (actor, { messageId }) => {
    if (!actor) return refuse({ kind: 'not_permitted', reason: 'sign_in_required' })
    const message = isId(messageId) ? await findMessageForSale(db, messageId, actor.id) : null
    if (!message) return refuse({ kind: 'not_for_sale' })
    const [unlocked, entitled] = await Promise.all([
      isMessageUnlocked(db, actor.id, message.id),
      isEntitledTo(actor.id, message.creatorId),
    ])
    const verdict = canUnlockMessage(actor, { unlocked, entitled, at: now() })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    return ok(quoteMessageUnlock(message))
  },
  preconditions: async (tx, purchase, buyerId) => ({
    productExists: await isMessageDeliverable(tx, purchase.product_id),
    boughtElsewhere: await isMessageUnlocked(tx, buyerId, purchase.product_id),
    holdsOne: false,
  }),
  book: async (tx, { purchase, at }) => {
    const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, at)
    return messageUnlockCredits(
      moneyFrom(purchase),
      factsOf(purchase).creatorId,
      platformFeeBasisPoints,
      vatBasisPoints,
    )
  },
  grant: async (tx, { purchase, buyerId, at }, entryId) => {
    const messageId = purchase.product_id
    const { creatorId, threadId } = factsOf(purchase)
    const granted = await grantMessageUnlock(tx, { accountId: buyerId, messageId, purchaseId: purchase.id })
    invariant(granted, 'a message that the buyer has unlocked already is refunded, not granted')
    await recordSale(tx, {
      purchase,
      creatorId,
      source: 'unlock',
      sold: { event: 'message_unlocked', threadId },
      entryId,
      at,
    })
    await announceMessageChange(tx, messageId)
    return null
  },
  // The fan sees the message locked again; the creator's part and ours are reversed.
  reverse: async (tx, back) => {
    if (back.ends) {
      await revokeMessageUnlock(tx, back.purchase.id, back.at)
      await announceMessageChange(tx, back.purchase.product_id)
    }
    return reverseSpending(tx, back, factsOf(back.purchase).creatorId)
  },
  reinstate: (tx, purchase) => reinstateMessageUnlock(tx, purchase.id),
  refund: {
    removed: sql<boolean>`not exists (select from chat_media_messages o where o.message_id = p.product_id and o.removed_at is null)`,
    requiresPass: true,
  },
}

function factsOf(purchase: PurchaseRow): MessageUnlockFacts {
  return purchase.quote as MessageUnlockFacts
}
