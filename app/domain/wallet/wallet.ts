import type { LedgerAccount } from '#app/domain/ledger/chart.ts'
import type { Money } from '#app/domain/money/money.ts'

/** A person's prepaid balance. Wallets are in shillings. */
export function walletOf(ownerId: string): LedgerAccount & { currency: 'UGX' } {
  return { purpose: 'wallet', ownerId, currency: 'UGX' }
}

/** The part of it that is set aside. */
export function holdsOf(ownerId: string): LedgerAccount & { currency: 'UGX' } {
  return { purpose: 'wallet_holds', ownerId, currency: 'UGX' }
}

/** What a balance lacks for a price, or null where it is enough. */
export function missingFor(price: Money, balance: Money): Money | null {
  const amountMinor = price.amountMinor - balance.amountMinor
  return amountMinor > 0n ? { amountMinor, currency: price.currency } : null
}
