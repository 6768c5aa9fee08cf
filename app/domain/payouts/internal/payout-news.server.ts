import type { PayloadOf } from '#app/domain/events/registry.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { maskedAccount } from '../account.ts'
import { openNumber } from '../account-number.server.ts'
import { payoutNumber, ugxOf } from '../payout.ts'
import type { PayoutRow } from './payout-row.server.ts'

/** What the creator is told about how a payout ended; the message gives the reason, where there is one. */
export async function payoutNewsOf(tx: Tx, payout: PayoutRow, message = ''): Promise<PayloadOf<'payout_completed'>> {
  const account = await tx
    .selectFrom('payout_accounts')
    .select(['creator_id', 'id', 'kind', 'bank_name', 'number', 'sealed_number'])
    .where('id', '=', payout.account_id)
    .executeTakeFirstOrThrow()
  return {
    creator: { id: account.creator_id },
    amount: formatMoney(ugxOf(payout.net_minor)),
    number: payoutNumber(payout.number),
    account: maskedAccount({ kind: account.kind, bankName: account.bank_name, number: openNumber(account) }),
    message,
  }
}
