import { moneyFrom } from '#app/domain/money/money.ts'
import { sql } from 'kysely'
import { grantUnlock } from '#app/domain/entitlements/grant-unlock.server.ts'
import { hasUnlock, isEntitledTo } from '#app/domain/entitlements/queries.server.ts'
import { reinstateUnlock, revokeUnlock } from '#app/domain/entitlements/revoke-unlock.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, type Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { ok, refuse } from '#app/platform/result.ts'
import { findPostForSale, isPostDeliverable } from './post-for-sale.server.ts'
import type { Product, PurchaseRow } from '../product.ts'
import { unlockCredits } from './entries.ts'
import { canBuyUnlock } from './policy.ts'
import { quoteUnlock, type UnlockFacts, type UnlockOrder } from './quote.ts'
import { recordSale } from '../record-sale.server.ts'
import { reverseSpending } from '../reverse-spending.server.ts'

export const postUnlock: Product<UnlockOrder, UnlockFacts> = {
  quote: async (actor, order) => {
    const post = isId(order.postId) ? await findPostForSale(db, order.postId) : null
    if (!post) return refuse({ kind: 'not_for_sale' })
    const [unlocked, entitled] = actor
      ? await Promise.all([hasUnlock(actor.id, post.id), isEntitledTo(actor.id, post.creatorId)])
      : [false, false]
    const verdict = canBuyUnlock(actor, { creatorId: post.creatorId, unlocked, entitled, at: now() })
    if (!verdict.allowed) return refuse({ kind: 'not_permitted', reason: verdict.reason })
    return ok(quoteUnlock(post))
  },
  preconditions: async (tx, purchase, buyerId) => ({
    productExists: await isPostDeliverable(tx, purchase.product_id),
    boughtElsewhere: await isUnlocked(tx, buyerId, purchase.product_id),
    holdsOne: false,
  }),
  book: async (tx, { purchase, at }) => {
    const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, at)
    return unlockCredits(moneyFrom(purchase), creatorOf(purchase), platformFeeBasisPoints, vatBasisPoints)
  },
  grant: async (tx, { purchase, buyerId, at }, entryId) => {
    const granted = await grantUnlock(tx, { accountId: buyerId, postId: purchase.product_id, purchaseId: purchase.id })
    invariant(granted, 'a post that the buyer already has is refunded, not granted')
    await recordSale(tx, {
      purchase,
      creatorId: creatorOf(purchase),
      source: 'unlock',
      sold: { event: 'post_unlocked', postId: purchase.product_id },
      entryId,
      at,
    })
    return null
  },
  // Access to the post ends; the creator's part and ours are reversed.
  reverse: async (tx, back) => {
    if (back.ends) await revokeUnlock(tx, back.purchase.id, back.at)
    return reverseSpending(tx, back, creatorOf(back.purchase))
  },
  reinstate: (tx, purchase) => reinstateUnlock(tx, purchase.id),
  refund: {
    removed: sql<boolean>`not exists (select from posts o where o.id = p.product_id and o.state <> 'removed')`,
    requiresPass: true,
  },
}

function creatorOf(purchase: PurchaseRow): string {
  return (purchase.quote as UnlockFacts).creatorId
}

async function isUnlocked(tx: Tx, accountId: string, postId: string): Promise<boolean> {
  const { rows } = await sql<{ unlocked: boolean }>`
    select exists (select from unlocks u where u.user_id = ${accountId} and u.post_id = ${postId} and u.revoked_at is null) as unlocked`.execute(
    tx,
  )
  return rows[0]!.unlocked
}
