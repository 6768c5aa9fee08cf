import { moneyFrom } from '#app/domain/money/money.ts'
import { bookedSaleOf } from '#app/domain/creators/booked-sale.server.ts'
import { creatorFeeReversed } from '#app/domain/creators/fee-entries.ts'
import { refundFeeWeek } from '#app/domain/creators/refund-fee-week.server.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Reversal, ReversedLines } from '../product.ts'

/** The week ends, or never begins. Its unearned part is refunded; we bear the rest, and the tax of that part is reversed too. */
export async function reverseFeeWeek(tx: Tx, back: Reversal): Promise<ReversedLines> {
  const booked = await bookedSaleOf(tx, back.purchase.id)
  const owedMinor = back.ends ? await refundFeeWeek(tx, back.purchase.id, back.at) : 0n
  const { vatBasisPoints } = await feesAt(tx, back.at)
  const { currency } = moneyFrom(back.purchase)
  const { amountMinor } = back
  return {
    lines: creatorFeeReversed(booked, { amountMinor, owedMinor, currency, vatBasisPoints }),
    shortMinor: 0n,
  }
}
