import type { Entry } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'
import { correctionEntry } from '#app/domain/reconciliation/correction.ts'
import { newId } from '#app/platform/id.ts'

/** The entry of docs/money.md that two people make by hand; null for every other event. */
export function correctionEntryOf(kind: string, price: Money, at: Date): Entry | null {
  if (kind !== 'correction') return null
  const { amountMinor, currency } = price
  return correctionEntry({ id: newId(), purpose: 'gateway_clearing', ownerId: null, currency, amountMinor }, at)
}
