import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import type { Money } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { compareBalance } from '#app/web/checkout/checkout.server.ts'

/** A creator's own balance compared with the fee. */
export type FeeBalance = { from: 'earnings' | 'wallet' } & ReturnType<typeof compareBalance>

/** The balances that can pay the fee: always the earnings, and the wallet if wallets are on and it has money. */
export async function feeBalances(creator: Person, price: Money): Promise<FeeBalance[]> {
  const [earned, wallet, { wallet: walletOn }] = await Promise.all([
    getBalance({ purpose: 'creator_available', ownerId: creator.id, currency: 'UGX' }),
    walletBalance(creator.id),
    settings(),
  ])
  const available: Money = { amountMinor: -earned, currency: 'UGX' }
  const choices: FeeBalance[] = [{ from: 'earnings', ...compareBalance(available, price) }]
  if (walletOn && wallet.amountMinor > 0n) choices.push({ from: 'wallet', ...compareBalance(wallet, price) })
  return choices
}
