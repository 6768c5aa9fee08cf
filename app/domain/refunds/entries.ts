import { credit, type Entry, type Line } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/** A refund is decided: the accounts that bear it are debited, and it is owed to the payer until it is sent. */
export function refundDecided(
  refund: { id: string; amountMinor: bigint; currency: Currency; at: Date },
  bornBy: readonly Line[],
): Entry {
  return {
    kind: 'refund_decided',
    idempotencyKey: `refund_decided:${refund.id}`,
    causeKind: 'refund',
    causeId: refund.id,
    happenedAt: refund.at,
    lines: [
      ...bornBy,
      credit({ purpose: 'refunds_payable', ownerId: null, currency: refund.currency }, refund.amountMinor),
    ],
  }
}
