import { credit, debit, type Entry, makeEntry, platform, type Purpose } from '#app/domain/ledger/chart.ts'
import type { Currency } from '#app/domain/money/money.ts'

/**
 * The accounts that may be corrected by hand: those that no other rows depend on. What belongs to an earning, a payout, a pass or a week is
 * corrected by a refund or by its own command, or the books would contradict those rows.
 */
export const CORRECTABLE = [
  'gateway_clearing',
  'gateway_fees',
  'payout_fees',
  'chargeback_losses',
  'platform_revenue',
  'creator_fee_revenue',
  'taxes_payable',
  'exchange',
  'refunds_payable',
  'wallet',
] as const satisfies readonly Purpose[]
export type CorrectablePurpose = (typeof CORRECTABLE)[number]

/** The largest correction that a form accepts, in minor units: a larger sum is probably a typing mistake. */
export const MAX_CORRECTION_MINOR = 100_000_000_000n

export type Correction = {
  id: string
  purpose: CorrectablePurpose
  ownerId: string | null
  currency: Currency
  /** On the account: a debit is positive. The other half is on `corrections`. */
  amountMinor: bigint
}

export function isCorrectable(purpose: string): purpose is CorrectablePurpose {
  return CORRECTABLE.some((known) => known === purpose)
}

export function correctionEntry(correction: Correction, at: Date): Entry {
  const { purpose, ownerId, currency, amountMinor } = correction
  return makeEntry('correction', `correction:${correction.id}`, 'ledger_correction', { id: correction.id, at }, [
    debit({ purpose, ownerId, currency }, amountMinor),
    credit(platform('corrections', currency), amountMinor),
  ])
}
