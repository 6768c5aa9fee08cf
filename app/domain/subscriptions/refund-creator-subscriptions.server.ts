import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { isCardFunded } from '#app/domain/payments/card-funded.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { creatorSubscriptionRefunded } from './creator-subscription-entries.ts'
import { endTermAt, feeOfPart } from './creator-subscription.ts'
import { hiddenSince } from './internal/hidden-since.server.ts'

const AT_ONCE = 200

/**
 * Scheduled task: while a creator is hidden, refunds the remaining days of their subscriptions to the fans' wallets, and ends the access.
 * When the creator is visible again nothing restarts automatically. Returns how many ended.
 */
export async function refundCreatorSubscriptions(): Promise<number> {
  const { rows } = await sql<{ id: string; creator_id: string }>`
    select s.id, s.creator_id from creators c join creator_subscriptions s on s.creator_id = c.profile_id
    where (not c.listed or c.listed_until is null or c.listed_until <= app_now())
      and s.status = 'active' and s.next_earning_day is not null
      and not exists (select from visible_creators v where v.profile_id = c.profile_id)
    order by s.id limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'refund subscriptions to hidden creators', (row) =>
    inTransaction((tx) => refundRest(tx, row.id, row.creator_id)),
  )
}

async function refundRest(tx: Tx, id: string, creatorId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('creator_subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
  const hidden = await hiddenSince(tx, creatorId)
  if (!row || hidden === null || row.ends_at <= hidden) return false
  const { days, partMinor, restMinor } = endTermAt(
    {
      priceMinor: row.price_minor,
      startsAt: row.starts_at,
      earnedDays: row.earned_days,
      earnedMinor: row.earned_minor,
      returnedMinor: row.refunded_minor,
    },
    hidden,
  )
  const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, hidden)
  const feeMinor = feeOfPart(partMinor, platformFeeBasisPoints)
  await tx
    .updateTable('creator_subscriptions')
    .set({
      status: 'rest_refunded',
      ended_early_at: hidden,
      next_earning_day: null,
      earned_days: days,
      earned_minor: row.earned_minor + partMinor,
      refunded_minor: row.refunded_minor + restMinor,
      ended_refund_minor: restMinor,
    })
    .where('id', '=', id)
    .execute()
  if (partMinor + restMinor > 0n) {
    const part = { creatorId, grossMinor: partMinor, feeMinor }
    const end = { ...part, vatBasisPoints, id, fanId: row.user_id, restMinor, at: hidden }
    const { entryId } = await postEntry(tx, creatorSubscriptionRefunded(end))
    if (partMinor > 0n)
      await recordEarning(tx, {
        ...part,
        source: 'subscription',
        causeKind: 'creator_subscription',
        causeId: id,
        entryId,
        cardFunded: await isCardFunded(tx, row.purchase_id),
        at: hidden,
      })
  }
  await notifyFan(tx, { id, fanId: row.user_id, creatorId, restMinor })
  return true
}

async function notifyFan(
  tx: Tx,
  end: { id: string; fanId: string; creatorId: string; restMinor: bigint },
): Promise<void> {
  const people = await tx
    .selectFrom('profiles')
    .select(['id', 'display_name', 'username', 'account_status'])
    .where('id', 'in', [end.fanId, end.creatorId])
    .execute()
  const fan = people.find((person) => person.id === end.fanId)
  const creator = people.find((person) => person.id === end.creatorId)
  await publish(tx, {
    actorId: null,
    event: 'creator_subscription_refunded',
    objectId: end.id,
    detail: { amount_minor: end.restMinor.toString(), creator: end.creatorId },
    payload:
      fan?.account_status === 'active'
        ? {
            fan: { id: fan.id },
            aboutId: end.creatorId,
            creatorName: creator?.display_name ?? creator?.username ?? 'the Peach',
            amount: formatMoney({ amountMinor: end.restMinor, currency: 'UGX' }),
          }
        : null,
  })
}
