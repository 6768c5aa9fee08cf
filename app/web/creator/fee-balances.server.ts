import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { formatMoney, type Money } from '#app/domain/money/money.ts'
import { settings } from '#app/domain/settings/settings.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'

/** A balance of a creator's own beside the fee: what is in it, and what is left of it afterwards or lacks for it. */
export type FeeBalance = {
  from: 'earnings' | 'wallet'
  balance: string
  after: string | null
  missing: string | null
}

/** What the fee can be paid from beside the gateway: earnings always, a wallet where there is money in one that is on. */
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
