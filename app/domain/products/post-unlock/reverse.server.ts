import { reinstateUnlock as reinstateRight, revokeUnlock } from '#app/domain/entitlements/revoke-unlock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { UnlockFacts } from './quote.ts'
import type { PurchaseRow, Reversal, ReversedLines } from '../product.ts'
import { reverseSpending } from '../reverse-spending.server.ts'

/** Access to the post ends; the creator's part and ours are reversed. */
export async function reverseUnlock(tx: Tx, back: Reversal): Promise<ReversedLines> {
  if (back.ends) await revokeUnlock(tx, back.purchase.id, back.at)
  return reverseSpending(tx, back, (back.purchase.quote as UnlockFacts).creatorId)
}

export async function reinstateUnlock(tx: Tx, purchase: PurchaseRow): Promise<void> {
  await reinstateRight(tx, purchase.id)
}
