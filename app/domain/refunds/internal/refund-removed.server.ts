import { inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { now } from '#app/platform/clock.ts'
import { refundRule } from '../rules.ts'
import { carryOut } from './carry-out.server.ts'
import { lockPurchase } from './locked-refund.server.ts'
import { openRefund } from './open-refund.server.ts'
import { refundFactsOf } from './refund-facts.server.ts'

/**
 * Refunds the buyers of something that was removed, by rule, to the payment method. One transaction per buyer, so that it may be interrupted
 * and called again: a refunded buyer no longer counts as one. Returns how many were refunded.
 */
export async function refundBuyers(purchaseIds: readonly string[]): Promise<number> {
  let refunded = 0
  for (const purchaseId of purchaseIds) {
    try {
      if (await refundOne(purchaseId)) refunded += 1
    } catch (error) {
      log.error({ err: error, purchase: purchaseId }, 'a buyer of something that was removed could not be refunded')
    }
  }
  return refunded
}

function refundOne(purchaseId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) return false
    // A flagged account is refunded for what was removed too: the reason is the removal, not the account.
    const facts = { ...(await refundFactsOf(tx, purchase)), flagged: false }
    const rule = refundRule(facts, now())
    if (rule.kind !== 'whole' || rule.reason !== 'removed') return false
    const refund = await openRefund(tx, purchase, {
      reason: 'removed',
      amountMinor: facts.restMinor,
      destination: 'source',
      askedBy: null,
      note: '',
    })
    await carryOut(tx, refund, purchase, { restMinor: facts.restMinor, actorId: null })
    return true
  })
}
