import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'

/** A creator's own balance compared with the fee: the balance, and what is left afterwards or is missing. */
export type FeeBalance = {
  from: 'earnings' | 'wallet'
  balance: string
  after: string | null
  missing: string | null
}

/** The balances that can pay the fee: always the earnings, and the wallet if wallets are on and it has money. */
export async function feeBalances(creator: Person, price: Money): Promise<FeeBalance[]> {
  const [earned, wallet, { wallet: walletOn }] = await Promise.all([
    getBalance({ purpose: 'creator_available', ownerId: creator.id, currency: 'UGX' }),
    walletBalance(creator.id),
    settings(),
  ])
  const earnings = feeBalanceOf('earnings', { amountMinor: -earned, currency: 'UGX' }, price)
  return walletOn && wallet.amountMinor > 0n ? [earnings, feeBalanceOf('wallet', wallet, price)] : [earnings]
}

function feeBalanceOf(from: FeeBalance['from'], balance: Money, price: Money): FeeBalance {
  const left = balance.amountMinor - price.amountMinor
  return {
    from,
    balance: formatMoney(balance),
    after: left >= 0n ? formatMoney({ ...balance, amountMinor: left }) : null,
    missing: left < 0n ? formatMoney({ ...balance, amountMinor: -left }) : null,
  }
}
