import type { Line } from '#app/domain/ledger/chart.ts'
import { productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { type Disputed, reverseTiedShares } from './reverse-tied-shares.server.ts'

/**
 * Who bears a chargeback: unearned revenue and creators' earnings are reversed; of what was shared or earned before, what is left of
 * our revenue is a loss, minus the parts of creators tied to the payer. The loss itself is not among the lines: the caller posts the missing rest as
 * chargeback_losses.
 */
export async function bearChargeback(
  tx: Tx,
  disputed: Disputed,
  purchase: PurchaseRow,
  lines: readonly Line[],
): Promise<Line[]> {
  if (!productOf(purchase.kind).refund.lostInChargeback) return [...lines]
  const isLoss = ({ account }: Line) => account.purpose === 'platform_revenue' && account.currency === purchase.currency
  const lossMinor = lines.reduce((sum, line) => (isLoss(line) ? sum + line.amountMinor : sum), 0n)
  const tied = await reverseTiedShares(tx, disputed, purchase, lossMinor)
  return [...lines.filter((line) => !isLoss(line)), ...tied]
}
