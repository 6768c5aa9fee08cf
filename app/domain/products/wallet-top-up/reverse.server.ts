import { debit } from '#app/domain/ledger/chart.ts'
import { lockBalance } from '#app/domain/ledger/lock-balances.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Reversal, ReversedLines } from '../product.ts'

/**
 * Out of the wallet, as far as its balance reaches: a wallet is never below zero. A chargeback has already reversed enough of what the
 * wallet bought.
 */
export async function reverseTopUp(tx: Tx, { buyerId, amountMinor }: Reversal): Promise<ReversedLines> {
  const wallet = { purpose: 'wallet', ownerId: buyerId, currency: 'UGX' } as const
  const balance = await lockBalance(tx, wallet)
  const taken = balance < amountMinor ? balance : amountMinor
  return { lines: taken > 0n ? [debit(wallet, taken)] : [], shortMinor: amountMinor - taken }
}
