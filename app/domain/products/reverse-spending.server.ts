import { lockEarnings } from '#app/domain/earnings/lock-earnings.server.ts'
import { reverseEarnings } from '#app/domain/earnings/reverse-earnings.server.ts'
import { debit, type Purpose } from '#app/domain/ledger/chart.ts'
import { listEntryLines } from '#app/domain/ledger/entry-lines.server.ts'
import { smallestStep, moneyFrom } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Reversal, ReversedLines } from './product.ts'
import { creatorsPart, taxPart } from './creators-part.ts'

/** What a fan spent on one creator is refunded: the creator bears the creator's part, we bear our fee. */
export async function reverseSpending(tx: Tx, back: Reversal, creatorId: string): Promise<ReversedLines> {
  const { currency } = moneyFrom(back.purchase)
  await lockEarnings(tx, creatorId)
  const earning = await tx
    .selectFrom('earnings')
    .select(['gross_minor', 'net_minor', 'reversed_minor', 'entry_id'])
    .where('cause_kind', '=', 'purchase')
    .where('cause_id', '=', back.purchase.id)
    .where('creator_id', '=', creatorId)
    .forUpdate()
    .executeTakeFirst()
  const netMinor = earning
    ? creatorsPart(back, {
        grossMinor: earning.gross_minor,
        netMinor: earning.net_minor,
        reversedMinor: earning.reversed_minor,
        stepMinor: smallestStep(currency),
      })
    : 0n
  const lines =
    netMinor > 0n
      ? await reverseEarnings(tx, {
          creatorId,
          source: { causeKind: 'purchase', causeId: back.purchase.id },
          amountMinor: netMinor,
          causeKind: back.causeKind,
          causeId: back.causeId,
          at: back.at,
        })
      : []
  const feeMinor = back.amountMinor - netMinor
  const { taxMinor, revenueMinor } = earning ? await feeOf(tx, earning.entry_id) : { taxMinor: 0n, revenueMinor: 0n }
  const refundedTaxMinor = taxPart(feeMinor, { taxMinor, revenueMinor, stepMinor: smallestStep(currency) })
  const platform = { ownerId: null, currency } as const
  return {
    lines: [
      ...lines,
      debit({ purpose: 'taxes_payable' as const, ...platform }, refundedTaxMinor),
      debit({ purpose: 'platform_revenue' as const, ...platform }, feeMinor - refundedTaxMinor),
    ].filter((line) => line.amountMinor !== 0n),
    shortMinor: 0n,
  }
}

/** Our fee of a sale and the tax in it, as they were posted. */
async function feeOf(tx: Tx, entryId: string): Promise<{ taxMinor: bigint; revenueMinor: bigint }> {
  const entry = await listEntryLines({ id: entryId }, tx)
  const credited = (purpose: Purpose) =>
    entry.reduce((sum, line) => (line.account.purpose === purpose ? sum - line.amountMinor : sum), 0n)
  return { taxMinor: credited('taxes_payable'), revenueMinor: credited('platform_revenue') }
}
