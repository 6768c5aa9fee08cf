import { sql } from 'kysely'
import { listBalances } from '#app/domain/ledger/queries.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { DeletionFacts } from '../policy.ts'

type Counts = {
  open_payments: number
  refunds: number
  disputes: number
  payouts: number
  sold_posts: number
  waiting_fees: number
}

/** What is still open between a person and us, or between them and others. */
export async function deletionFactsOf(connection: Db | Tx, profileId: string): Promise<DeletionFacts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from transactions where user_id = ${profileId} and status in ('pending', 'review')) as open_payments,
      (select count(*)::int from refunds r join purchases o on o.id = r.purchase_id
        where o.buyer_id = ${profileId} and r.state not in ('declined', 'completed')) as refunds,
      (select count(*)::int from chargebacks c where c.account_id = ${profileId} and c.ended_at is null) as disputes,
      (select count(*)::int from payouts o
        where o.creator_id = ${profileId} and o.state in ('pending', 'sending', 'sent', 'unknown')) as payouts,
      (select count(*)::int from unlocks u join posts p on p.id = u.post_id
        where p.creator_id = ${profileId} and u.revoked_at is null)
        + (select count(*)::int from message_unlocks u join chat_messages m on m.id = u.message_id
          where m.sender_id = ${profileId} and u.revoked_at is null) as sold_posts,
      (select count(*)::int from creator_fee_weeks
        where creator_id = ${profileId} and starts_at is null and refunded_at is null) as waiting_fees`.execute(
    connection,
  )
  const counts = rows[0]!
  const balances = await listBalances(profileId, connection)
  return {
    openPayments: counts.open_payments,
    refunds: counts.refunds,
    disputes: counts.disputes,
    payouts: counts.payouts,
    soldPosts: counts.sold_posts,
    waitingFees: counts.waiting_fees,
    // A credit is what we owe.
    balances: balances.map(({ purpose, currency, balanceMinor }) => ({
      purpose,
      owed: { amountMinor: -balanceMinor, currency },
    })),
  }
}
