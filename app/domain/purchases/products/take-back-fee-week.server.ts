import { returnFeeWeek, restoreFeeWeek as restoreWeek } from '#app/domain/creators/return-fee-week.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { platformBears } from '../entries.ts'
import type { PurchaseRow, TakeBack, TakenBack } from './product.ts'

/** The week ends, or never begins. What of its price is still owed as service goes back; the rest is our loss. */
export async function takeBackFeeWeek(tx: Tx, back: TakeBack): Promise<TakenBack> {
  const owedMinor = back.ends ? await returnFeeWeek(tx, back.purchase.id, back.at) : 0n
  return {
    lines: platformBears(back.purchase, back.amountMinor, owedMinor, 'deferred_creator_fees', 'creator_fee_revenue'),
    shortMinor: 0n,
  }
}

export async function restoreFeeWeek(tx: Tx, purchase: PurchaseRow): Promise<void> {
  await restoreWeek(tx, purchase.id)
}
