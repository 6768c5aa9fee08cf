import { enqueueEmail } from '#app/domain/notifications/enqueue-email.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { maskedAccount } from '../account.ts'
import { openNumber } from '../account-number.server.ts'
import { payoutNumber, ugxOf } from '../payout.ts'
import type { PayoutRow } from './payout-row.server.ts'

/** Notifies the creator how a payout ended; the text gives the reason, where there is one. */
export async function mailPayoutNews(
  tx: Tx,
  payout: PayoutRow,
  news: 'completed' | 'failed' | 'refused' | 'reversed' | 'cancelled',
  message = '',
): Promise<void> {
  const to = await tx
    .selectFrom('payout_accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.creator_id')
    .select(['p.email', 'a.id', 'a.kind', 'a.bank_name', 'a.number', 'a.sealed_number'])
    .where('a.id', '=', payout.account_id)
    .executeTakeFirstOrThrow()
  await enqueueEmail(tx, to.email, 'payout_news', {
    news,
    amount: formatMoney(ugxOf(payout.net_minor)),
    number: payoutNumber(payout.number),
    account: maskedAccount({ kind: to.kind, bankName: to.bank_name, number: openNumber(to) }),
    message,
    link: `${config().baseUrl}${news === 'refused' ? '/dashboard/payout-account' : '/dashboard/payouts'}`,
  })
}
