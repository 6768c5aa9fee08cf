import { restoreUnlock as restoreRight, revokeUnlock } from '#app/domain/entitlements/revoke-unlock.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { UnlockFacts } from '../quote.ts'
import type { PurchaseRow, TakeBack, TakenBack } from './product.ts'
import { takeBackSpending } from './take-back-spending.server.ts'

/** The post closes, and its creator's part and ours go back. */
export async function takeBackUnlock(tx: Tx, back: TakeBack): Promise<TakenBack> {
  if (back.ends) await revokeUnlock(tx, back.purchase.id, back.at)
  return takeBackSpending(tx, back, (back.purchase.quote as UnlockFacts).creatorId)
}

export async function restoreUnlock(tx: Tx, purchase: PurchaseRow): Promise<void> {
  await restoreRight(tx, purchase.id)
}
