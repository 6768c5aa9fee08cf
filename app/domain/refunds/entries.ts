import { credit, type Entry, type Line, makeEntry, platform } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A refund is decided: the accounts that bear it are debited, and it is owed to the payer until it is sent. */
export function refundDecided(
  refund: { id: string; amountMinor: bigint; currency: Currency; at: Date },
  bornBy: readonly Line[],
): Entry {
  return makeEntry('refund_decided', `refund_decided:${refund.id}`, 'refund', refund, [
    ...bornBy,
    credit(platform('refunds_payable', refund.currency), refund.amountMinor),
  ])
}
