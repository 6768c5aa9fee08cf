import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { now } from '#app/platform/clock.ts'
import { carryOut } from './internal/carry-out.server.ts'
import { lockPurchase } from './internal/locked-refund.server.ts'
import { openRefund } from './internal/open-refund.server.ts'
import { refundFactsOf } from './internal/refund-facts.server.ts'
import { refundRule } from './rules.ts'

/**
 * A post was removed: everybody who bought it is refunded by rule, to the payment method. One transaction per buyer, so that it may be
 * interrupted and called again: a refunded buyer no longer counts as one. Returns how many were refunded.
 */
export async function refundRemovedPost(postId: string): Promise<number> {
  const buyers = await db
    .selectFrom('unlocks')
    .select('purchase_id')
    .where('post_id', '=', postId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  let refunded = 0
  for (const { purchase_id: purchaseId } of buyers) {
    try {
      if (await refundOne(purchaseId)) refunded += 1
    } catch (error) {
      log.error({ err: error, purchase: purchaseId }, 'a buyer of a removed post could not be refunded')
    }
  }
  return refunded
}

function refundOne(purchaseId: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (!purchase) return false
    // A flagged account is refunded for a removed post too: the reason is the removed post, not the account.
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

/** Scheduled task: refunds bought posts that were removed, by anybody. Returns how many buyers were refunded. */
export async function refundRemovedPosts(limit = 50): Promise<number> {
  const posts = await db
    .selectFrom('unlocks as u')
    .innerJoin('posts as p', 'p.id', 'u.post_id')
    .innerJoin('purchases as o', 'o.id', 'u.purchase_id')
    .select('p.id')
    .groupBy('p.id')
    // In random order: purchases that the rule can't refund (reversed by a bank already) must not block the others.
    .orderBy(sql`random()`)
    .where('p.state', '=', 'removed')
    .where('u.revoked_at', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.purchase_id', '=', 'o.id')
            .where('r.state', 'in', ['asked', 'agreed']),
        ),
      ),
    )
    .limit(limit)
    .execute()
  let refunded = 0
  for (const { id } of posts) refunded += await refundRemovedPost(id)
  return refunded
}
