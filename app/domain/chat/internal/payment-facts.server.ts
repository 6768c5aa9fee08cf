import { walletFundedByCardSql } from '#app/domain/payments/card-funded.server.ts'
import { type Fees, feesIn, feesSql } from '#app/domain/settings/rates.server.ts'
import { queryPreparedIn, type Tx } from '#app/platform/db.server.ts'

export type PaymentFacts = { fees: Fees; cardFunded: boolean; paidInMinute: number }

const READ = `select ${feesSql('$2::timestamptz')}, ${walletFundedByCardSql('$1::uuid', '$2::timestamptz')} as "cardFunded",
  (select count(*)::int from chat_messages
    where sender_id = $1 and price_minor is not null and sent_at > app_now() - interval '1 minute') as "paidInMinute"`

/**
 * By which rates a message that a fan pays now is split, whether a bank may reverse the money, and how many the fan has paid for in the last
 * minute. One statement, because a conversation is the most frequent purchase; the payer is locked before.
 */
export async function readPaymentFacts(tx: Tx, fanId: string, at: Date): Promise<PaymentFacts> {
  const [row] = await queryPreparedIn<Omit<PaymentFacts, 'fees'> & Parameters<typeof feesIn>[0]>(
    tx,
    'message-payment-facts',
    READ,
    [fanId, at],
  )
  const { cardFunded, paidInMinute } = row!
  return { fees: feesIn(row!), cardFunded, paidInMinute }
}
