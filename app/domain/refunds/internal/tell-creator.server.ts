import type { Line } from '#app/domain/ledger/chart.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import type { PurchaseRow } from '#app/domain/purchases/products/product.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isCreators } from '../chargeback.ts'

/**
 * Tells a creator what of theirs was taken back, or given back, with the act that did it. Who paid is not said. It always comes: it is about
 * their own money.
 */
export async function tellCreator(
  tx: Tx,
  purchase: PurchaseRow,
  lines: readonly Line[],
  news: 'refunded' | 'charged_back' | 'given_back',
): Promise<void> {
  const own = lines.filter((line) => isCreators(line.account))
  const creatorId = own[0]?.account.ownerId
  const sum = (of: readonly Line[]) => of.reduce((all, line) => all + line.amountMinor, 0n)
  const amountMinor = sum(own)
  if (!creatorId || amountMinor <= 0n || creatorId === purchase.buyer_id) return
  const owedMinor = sum(own.filter((line) => line.account.purpose === 'creator_debt'))
  const creator = await tx.selectFrom('profiles').select('email').where('id', '=', creatorId).executeTakeFirstOrThrow()
  await enqueueEmail(tx, creator.email, 'earnings_news', {
    news,
    productName: purchase.product_name,
    amount: formatMoney({ amountMinor, currency: 'UGX' }),
    owed: owedMinor > 0n && news !== 'given_back' ? formatMoney({ amountMinor: owedMinor, currency: 'UGX' }) : null,
    link: `${config().baseUrl}/dashboard/earnings`,
  })
}
