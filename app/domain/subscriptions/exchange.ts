import { credit, debit, type Entry, makeEntry, platform } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A pass paid in dollars, as the books hold it once it is exchanged. Minor units; the shillings are whole. */
export type Exchanged = { usdMinor: bigint; ugxMinor: bigint }

/** Dollars in shillings at a rate, rounded half up to whole shillings. */
export function shillingsFor(usdMinor: bigint, shillingsPerDollar: number): bigint {
  // Cents times shillings per dollar are hundredths of a shilling.
  const hundredths = usdMinor * BigInt(shillingsPerDollar)
  return ((hundredths + 50n) / 100n) * 100n
}

/** Unearned revenue in dollars becomes unearned revenue in shillings: creators are paid in shillings. */
export function passExchanged({ purchaseId, at, ...sums }: Exchanged & { purchaseId: string; at: Date }): Entry {
  return makeEntry('pass_exchanged', `pass_exchanged:${purchaseId}`, 'purchase', { id: purchaseId, at }, [
    debit(deferred('USD'), sums.usdMinor),
    credit(exchange('USD'), sums.usdMinor),
    debit(exchange('UGX'), sums.ugxMinor),
    credit(deferred('UGX'), sums.ugxMinor),
  ])
}

const deferred = (currency: Currency) => platform('deferred_pass_revenue', currency)

const exchange = (currency: Currency) => platform('exchange', currency)
