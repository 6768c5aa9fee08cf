import type { Line } from '#app/domain/ledger/chart.ts'
import type { PurchaseRow } from '#app/domain/purchases/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type Disputed, reverseTiedShares } from './reverse-tied-shares.server.ts'

/**
 * Who bears a chargeback: what is still owed as service and what creators earned goes back; of a pass, what its shares have left of our
 * revenue is a loss, less what creators tied to the payer give back. The loss itself is not among the lines: the caller books what they
 * leave of the sum as chargeback_losses.
 */
export async function bearChargeback(
  tx: Tx,
  disputed: Disputed,
  purchase: PurchaseRow,
  lines: readonly Line[],
): Promise<Line[]> {
  if (purchase.kind !== 'pass' && purchase.kind !== 'creator_fee') return [...lines]
  const isLoss = ({ account }: Line) => account.purpose === 'platform_revenue' && account.currency === purchase.currency
  const lossMinor = lines.reduce((sum, line) => (isLoss(line) ? sum + line.amountMinor : sum), 0n)
  const tied = await reverseTiedShares(tx, disputed, purchase, lossMinor)
  return [...lines.filter((line) => !isLoss(line)), ...tied]
}
