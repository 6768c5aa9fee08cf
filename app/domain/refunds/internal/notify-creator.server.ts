import type { Line } from '#app/domain/ledger/chart.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { sumsByCreator } from '../chargeback.ts'

/**
 * Notifies each creator what was reversed or reinstated of their earnings, in the transaction of the command that did it. The payer is not
 * named. This notification can't be switched off: it is about their own money.
 */
export async function notifyCreator(
  tx: Tx,
  purchase: PurchaseRow,
  lines: readonly Line[],
  news: News['news'],
): Promise<void> {
  for (const { creatorId, totalMinor, owedMinor } of sumsByCreator(lines))
    if (totalMinor > 0n && creatorId !== purchase.buyer_id)
      await mailCreator(tx, creatorId, { news, productName: purchase.product_name, amountMinor: totalMinor, owedMinor })
}

type News = {
  news: 'refunded' | 'charged_back' | 'reinstated'
  productName: string
  amountMinor: bigint
  owedMinor: bigint
}

async function mailCreator(
  tx: Tx,
  creatorId: string,
  { news, productName, amountMinor, owedMinor }: News,
): Promise<void> {
  const creator = await tx.selectFrom('profiles').select('email').where('id', '=', creatorId).executeTakeFirstOrThrow()
  await enqueueEmail(tx, creator.email, 'earnings_news', {
    news,
    productName,
    amount: formatMoney({ amountMinor, currency: 'UGX' }),
    owed: owedMinor > 0n && news !== 'reinstated' ? formatMoney({ amountMinor: owedMinor, currency: 'UGX' }) : null,
    link: `${config().baseUrl}/dashboard/earnings`,
  })
}
