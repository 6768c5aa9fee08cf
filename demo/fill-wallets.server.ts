import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { topUpCredits } from '#app/domain/products/wallet-top-up/entries.ts'
import { quoteTopUp } from '#app/domain/products/wallet-top-up/quote.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { payInDemo } from './pay.server.ts'
import { DEMO_DOMAIN } from './people.ts'

/** Brian's wallet: topped up nine days ago, with the rows that a real payment would have left. */
export async function fillWallets(ids: ReadonlyMap<string, string>): Promise<void> {
  const email = `brian@${DEMO_DOMAIN}`
  const accountId = ids.get(email)!
  if ((await walletBalance(accountId)).amountMinor > 0n) return
  const quote = quoteTopUp(accountId, ugx(500_000).amountMinor, 0n)
  await inTransaction((tx) =>
    payInDemo(tx, {
      accountId,
      email,
      name: 'Brian O.',
      phone: '+256772123456',
      quote,
      labels: { what: 'top-up', type: 'wallet_top_up' },
      booking: topUpCredits(quote.price, accountId),
      paidAt: addDays(now(), -9),
    }),
  )
}
