import { sql } from 'kysely'
import { recordEarning } from '#app/domain/earnings/record-earning.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { cardFundedSql } from '#app/domain/payments/card-funded.server.ts'
import { CREATOR_SUBSCRIPTION_DAYS } from '#app/domain/settings/constants.ts'
import { feesAt } from '#app/domain/settings/rates.server.ts'
import { db, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { newId } from '#app/platform/id.ts'
import { creatorSubscriptionEarned } from './creator-subscription-entries.ts'
import { earnedAfter, endOfDay, feeOfPart } from './creator-subscription.ts'
import { hiddenSince } from './internal/hidden-since.server.ts'

const AT_ONCE = 200

type Due = { creator_id: string; day: string }

/**
 * Scheduled task: of each subscription one more day is earned when the day in Kampala is over, with one entry per creator and day. After a
 * pause it catches up day by day. Returns how many entries it posted.
 */
export async function earnCreatorSubscriptions(): Promise<number> {
  let posted = 0
  // Hidden creators, whose days are refunded, and those whose day fails must not block everybody else.
  const stuck: string[] = []
  for (;;) {
    const due = await listDue(stuck)
    if (due.length === 0) return posted
    const moved = new Set<string>()
    await forEachIsolated(due, 'earn a day of creator subscriptions', async ({ creator_id, day }) => {
      const done = await inTransaction((tx) => earnDay(tx, creator_id, day))
      if (done.subscriptions > 0) moved.add(creator_id)
      if (done.posted) posted += 1
      return done.posted
    })
    stuck.push(...due.map((one) => one.creator_id).filter((creatorId) => !moved.has(creatorId)))
  }
}

async function listDue(stuck: readonly string[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select creator_id, min(next_earning_day)::text as day from creator_subscriptions
    where next_earning_day < (app_now() at time zone 'Africa/Kampala')::date and creator_id <> all (${[...stuck]}::uuid[])
    group by creator_id order by day, creator_id limit ${AT_ONCE}`.execute(db)
  return rows
}

/** One creator's day. A second caller finds the subscriptions moved on, and nothing to do. */
async function earnDay(tx: Tx, creatorId: string, day: string): Promise<{ subscriptions: number; posted: boolean }> {
  // The remaining days of a hidden creator are refunded; only terms that were over before are earned to their end.
  const hidden = await hiddenSince(tx, creatorId)
  const at = endOfDay(day)
  const { platformFeeBasisPoints, vatBasisPoints } = await feesAt(tx, at)
  const due = await tx
    .selectFrom('creator_subscriptions')
    .select(['id', 'price_minor', 'earned_days', 'earned_minor', 'refunded_minor'])
    .where('creator_id', '=', creatorId)
    .where('next_earning_day', '=', day)
    .$if(hidden !== null, (query) => query.where('ends_at', '<=', hidden))
    .orderBy('id')
    .forUpdate()
    .execute()
  const parts = due.map((term) => {
    const left = term.price_minor - term.earned_minor - term.refunded_minor
    const part = earnedAfter(term.price_minor, term.earned_days + 1) - earnedAfter(term.price_minor, term.earned_days)
    return part < left ? part : left
  })
  const cardFunded = await moveOneDay(
    tx,
    due.map(({ id }) => id),
    parts,
  )
  const grossMinor = sum(parts)
  if (grossMinor === 0n) return { subscriptions: due.length, posted: false }
  const id = newId()
  const feeMinor = sum(parts.map((part) => feeOfPart(part, platformFeeBasisPoints)))
  const part = { creatorId, grossMinor, feeMinor }
  const { entryId } = await postEntry(tx, creatorSubscriptionEarned({ ...part, vatBasisPoints, id, at }))
  await tx
    .insertInto('creator_subscription_days')
    .values({
      id,
      creator_id: creatorId,
      day,
      subscriptions: parts.filter((one) => one > 0n).length,
      gross_minor: grossMinor,
      fee_basis_points: platformFeeBasisPoints,
      fee_minor: feeMinor,
      entry_id: entryId,
    })
    .execute()
  await recordEarning(tx, {
    ...part,
    source: 'subscription',
    causeKind: 'creator_subscription_day',
    causeId: id,
    entryId,
    // A day is one earning: one card among the payers makes all of it wait.
    cardFunded,
    at,
  })
  return { subscriptions: due.length, posted: true }
}

/** Books a day's part on each locked subscription. Returns whether a card paid for any part. */
async function moveOneDay(tx: Tx, ids: string[], parts: bigint[]): Promise<boolean> {
  const { rows } = await sql<{ by_card: boolean }>`
    with moved as (
      update creator_subscriptions s set earned_days = s.earned_days + 1, earned_minor = s.earned_minor + due.part,
        next_earning_day = case when s.earned_days + 1 < ${CREATOR_SUBSCRIPTION_DAYS} then s.next_earning_day + 1 end
      from unnest(${ids}::uuid[], ${parts}::bigint[]) as due (id, part) where s.id = due.id returning due.part, s.purchase_id
    )
    select coalesce(bool_or(part > 0 and ${sql.raw(cardFundedSql('moved.purchase_id'))}), false) as by_card from moved`.execute(
    tx,
  )
  return rows[0]!.by_card
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
