import { getBalance } from '#app/domain/ledger/queries.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { holdsOf, walletOf } from './wallet.ts'

/** What somebody's wallet holds now, free to spend; zero for a wallet that was never used. */
export async function walletBalance(accountId: string): Promise<Money> {
  return { amountMinor: -(await getBalance(walletOf(accountId))), currency: 'UGX' }
}

/** What of somebody's money is set aside for things that are not given yet. */
export async function heldBalance(accountId: string): Promise<Money> {
  return { amountMinor: -(await getBalance(holdsOf(accountId))), currency: 'UGX' }
}
