import { getBalance } from '#app/domain/ledger/queries.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { holdsOf, walletOf } from './wallet.ts'

/** The wallet balance now, free to spend; zero for a wallet that was never used. */
export async function walletBalance(accountId: string): Promise<Money> {
  return { amountMinor: -(await getBalance(walletOf(accountId))), currency: 'UGX' }
}

/** The part of somebody's wallet money that is set aside for things not delivered yet. */
export async function heldBalance(accountId: string): Promise<Money> {
  return { amountMinor: -(await getBalance(holdsOf(accountId))), currency: 'UGX' }
}
