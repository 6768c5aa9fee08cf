import { type Entry, type Line, debit } from '#app/domain/ledger/chart.ts'
import { type BookedSale, creatorFeeEarned, creatorFeeReversed } from '#app/domain/creators/fee-entries.ts'
import { reversalLines } from '#app/domain/earnings/entries.ts'
import type { Money } from '#app/domain/money/money.ts'
import { type BookedRefund, refundFailed, refundSent, refundToBalance } from '#app/domain/payments/refund-entries.ts'
import { passReversal } from '#app/domain/products/pass/reversal.ts'
import { chargebackReceived, chargebackWon } from '#app/domain/refunds/chargeback.ts'
import { refundDecided } from '#app/domain/refunds/entries.ts'
import { newId } from '#app/platform/id.ts'

type Facts = {
  price: Money
  of?: string
  /** What is still owed as service, of a price in shillings. */
  owed: Money | null
  /** The part of a pass that had become breakage. */
  breakage: Money | null
  pending: Money | null
  available: Money | null
  vatBasisPoints: number
  fan: string
  creator: string
  at: Date
}

/** The entries of docs/money.md that refund money; null for every other event. */
export function refundEntryOf(kind: string, facts: Facts): Entry | null {
  const { price, fan, creator, at } = facts
  const { amountMinor, currency } = price
  const refund: BookedRefund = { id: newId(), amountMinor, currency, attempt: 1, at }
  switch (kind) {
    case 'refund_decided':
      return refundDecided(refund, bornBy(facts))
    case 'refund_sent':
      return refundSent(refund)
    case 'refund_failed':
      return refundFailed(refund)
    case 'refund_to_wallet':
      return refundToBalance(refund, { purpose: 'wallet', ownerId: fan, currency: 'UGX' })
    case 'refund_to_earnings':
      return refundToBalance(refund, { purpose: 'creator_available', ownerId: creator, currency: 'UGX' })
    case 'chargeback_received':
      return chargebackReceived(refund, bornBy(facts))
    case 'chargeback_won':
      return chargebackWon(
        refund,
        chargebackReceived(refund, bornBy(facts)).lines,
        new Map([[creator, facts.owed?.amountMinor ?? 0n]]),
      )
    default:
      return null
  }
}

/** The part of a week that is posted as our sale: nothing while all of it is owed, else what its own entry credits. */
function soldOf(price: Money, owedMinor: bigint, vatBasisPoints: number): BookedSale {
  if (owedMinor > 0n) return { soldMinor: 0n, taxMinor: 0n }
  const { lines } = creatorFeeEarned({ id: newId(), ...price, at: new Date() }, { vatBasisPoints, soldMinor: 0n })
  const tax = lines.find((line) => line.account.purpose === 'taxes_payable')
  return { soldMinor: price.amountMinor, taxMinor: -(tax?.amountMinor ?? 0n) }
}

function bornBy({ price, of, owed, breakage, pending, available, vatBasisPoints, fan, creator }: Facts): Line[] {
  const { amountMinor, currency } = price
  switch (of) {
    case 'pass':
      return passReversal(
        { priceMinor: amountMinor, currency },
        { amountMinor, restMinor: amountMinor },
        {
          deferredMinor: currency === 'UGX' ? amountMinor : owed!.amountMinor,
          owedMinor: owed?.amountMinor ?? 0n,
          breakageMinor: breakage?.amountMinor ?? 0n,
        },
      ).lines
    case 'creator_fee':
      return creatorFeeReversed(soldOf(price, owed?.amountMinor ?? 0n, vatBasisPoints), {
        amountMinor,
        owedMinor: owed?.amountMinor ?? 0n,
        currency,
        vatBasisPoints,
      })
    case 'top_up':
      return [
        debit({ purpose: 'wallet', ownerId: fan, currency: 'UGX' }, owed?.amountMinor ?? amountMinor),
        // What messages and requests of a tied creator had earned by it.
        ...reversalLines(creator, { pendingMinor: pending?.amountMinor ?? 0n, availableMinor: 0n, owedMinor: 0n }),
      ]
    case 'unlock': {
      const [pendingMinor, availableMinor] = [pending?.amountMinor ?? 0n, available?.amountMinor ?? 0n]
      const netMinor = (amountMinor * 8n) / 10n
      const taken = { pendingMinor, availableMinor, owedMinor: netMinor - pendingMinor - availableMinor }
      return [
        ...reversalLines(creator, taken),
        debit({ purpose: 'platform_revenue', ownerId: null, currency }, amountMinor - netMinor),
      ]
    }
    case undefined:
    default:
      return []
  }
}
