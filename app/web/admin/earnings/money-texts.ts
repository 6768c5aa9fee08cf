import { capitalised } from '#app/platform/graphemes.ts'
import { SOURCE_TEXTS } from '#app/domain/earnings/earning.ts'
import { CHART, type Purpose } from '#app/domain/ledger/chart.ts'
import { type Currency, formatMoney, type Money } from '#app/domain/money/money.ts'
import { toAdmin } from '#app/admin-links.ts'

/** The label of a name: "gateway_clearing" becomes "Gateway clearing". */
export function accountName(purpose: string): string {
  return capitalised(purpose.replaceAll('_', ' '))
}

export function accountMeaning(purpose: string): string {
  return Object.hasOwn(CHART, purpose) ? CHART[purpose as Purpose].description : ''
}

export function sourceName(source: string): string {
  if (source === 'creator_fee') return 'Creator fees'
  if (source === 'breakage') return 'Breakage: passes that ended unused'
  return Object.hasOwn(SOURCE_TEXTS, source) ? SOURCE_TEXTS[source as keyof typeof SOURCE_TEXTS] : accountName(source)
}

export function moneyOf(amountMinor: bigint, currency: Currency = 'UGX'): Money {
  return { amountMinor, currency }
}

/** An amount of the books as text; null where no sum is at stake. */
export function amountOf({ amountMinor, currency }: { amountMinor: bigint | null; currency: Currency | null }) {
  return amountMinor === null ? null : formatMoney(moneyOf(amountMinor, currency ?? 'UGX'))
}

/** The page of the object that caused an entry; null if it has no page. */
export function causeAddress(causeKind: string, causeId: string): string | null {
  switch (causeKind) {
    case 'payout':
      return toAdmin.payout(causeId)
    case 'refund':
      return toAdmin.refund(causeId)
    case 'ledger_correction':
      return toAdmin.correction(causeId)
    default:
      return null
  }
}
