import { sql } from 'kysely'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { type CollectedDay, listCollectedByDay } from '#app/domain/ledger/queries.server.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { waitsForDecision } from '#app/domain/payments/request-refund.server.ts'
import { PROMISED_MINUTES } from '#app/domain/reports/report.ts'
import { db } from '#app/platform/db.server.ts'
import { activityText } from '#app/domain/events/activity-text.ts'

const CHART_DAYS = 14

export type People = {
  fans: number
  newFansThisWeek: number
  creatorsVisible: number
  creatorsHiddenByFee: number
  /** People whose pass runs now: the same rule as the passes of each plan. */
  activePasses: number
  newPassesThisWeek: number
  /** People who have full access without a pass of their own. */
  grantedAccess: number
}

/** The numbers of people and rights now. All staff may know them. */
export async function countPeople(): Promise<People> {
  const { rows } = await sql<People>`
    select fans.total as "fans", fans.recent as "newFansThisWeek", creators.visible as "creatorsVisible",
      creators.approved - creators.visible as "creatorsHiddenByFee",
      (select count(distinct s.user_id)::int from subscriptions s
        where s.status = 'active' and s.starts_at <= (select app_now()) and s.expires_at > (select app_now())) as "activePasses",
      (select count(distinct e.account_id)::int from entitlements e where e.grants = 'all_creators' and e.source_kind <> 'subscription'
        and e.starts_at <= (select app_now()) and (e.ends_at is null or e.ends_at > (select app_now()))
        and not exists (select from subscriptions s where s.user_id = e.account_id
          and s.status = 'active' and s.starts_at <= (select app_now()) and s.expires_at > (select app_now()))) as "grantedAccess",
      (select count(*)::int from purchases p where p.state = 'completed' and p.completed_at > (select app_now()) - interval '7 days'
        and exists (select from subscriptions s where s.purchase_id = p.id)) as "newPassesThisWeek"
    from (select count(*)::int as total, count(*) filter (where created_at > (select app_now()) - interval '7 days')::int as recent
        from profiles where user_type = 'fan' and account_status <> 'closed') fans,
      (select (select count(*)::int from visible_creators) as visible,
        (select count(*)::int from creators c join profiles p on p.id = c.profile_id
          where c.verification_status = 'approved' and p.account_status = 'active' and not p.is_blocked) as approved) creators
  `.execute(db)
  return rows[0]!
}

/** Applications in review, with the hours that the oldest has waited; null for roles that may not review them. */
export async function countApplications(actor: Actor): Promise<{ waiting: number; oldestHours: number | null } | null> {
  if (!hasPermission(actor, 'applications.review')) return null
  const { rows } = await sql<{ waiting: number; oldest_hours: number | null }>`
    select count(*)::int as waiting, floor(extract(epoch from app_now() - min(submitted_at)) / 3600)::int as oldest_hours
    from creator_applications where state = 'in_review'`.execute(db)
  return { waiting: rows[0]!.waiting, oldestHours: rows[0]!.oldest_hours }
}

export type ReportsWaiting = { open: number; urgent: number; oldestHours: number | null; late: boolean }

/** Open reports, with the hours that the oldest has waited, and whether one is past its promised time; null for roles that decide none. */
export async function countOpenReports(actor: Actor): Promise<ReportsWaiting | null> {
  if (!hasPermission(actor, 'reports.review')) return null
  const { rows } = await sql<ReportsWaiting>`
    select count(*)::int as open, count(*) filter (where urgent)::int as urgent,
      floor(extract(epoch from app_now() - min(reported_at)) / 3600)::int as "oldestHours",
      coalesce(bool_or(reported_at < app_now() - make_interval(mins => case when urgent then ${PROMISED_MINUTES.urgent}::int
        else ${PROMISED_MINUTES.normal}::int end)), false) as late
    from reports where state = 'open'`.execute(db)
  return rows[0]!
}

/** Payments that a person has to check, and for how many of them we hold the money; null for roles that may not reconcile. */
export async function countPaymentsInReview(actor: Actor): Promise<{ all: number; held: number } | null> {
  if (!hasPermission(actor, 'reconciliation.view')) return null
  const { rows } = await sql<{ all: number; held: number }>`
    select count(*)::int as all, count(*) filter (where ${waitsForDecision(sql.ref('t.id'))})::int as held
    from transactions t where t.status = 'review'`.execute(db)
  return rows[0]!
}

export type MoneyIn = {
  today: string
  /** The total of the chart's days, a sum for each currency that was collected. */
  period: string[]
  /** Shillings a day, oldest first; `day` is the date in Kampala. */
  days: { day: string; shillings: number; message: string }[]
}

/** What the gateway collected, by the days of Kampala, from the ledger; null for roles that may not see it. */
export async function listMoneyIn(actor: Actor): Promise<MoneyIn | null> {
  if (!hasPermission(actor, 'ledger.view')) return null
  return shapeMoney(await listCollectedByDay(CHART_DAYS))
}

function shapeMoney(rows: CollectedDay[]): MoneyIn {
  const days = new Map<string, bigint>()
  const sums = { UGX: 0n, USD: 0n }
  for (const { day, currency, gross } of rows) {
    days.set(day, (days.get(day) ?? 0n) + (currency === 'UGX' ? gross : 0n))
    sums[currency] += gross
  }
  const list = Array.from(days, ([day, amountMinor]) => ({
    day,
    // Whole shillings: a chart needs no more, and its numbers stay far below what a double holds exactly.
    shillings: Number(amountMinor / 100n),
    message: formatMoney({ amountMinor, currency: 'UGX' }),
  }))
  const period = [formatMoney({ amountMinor: sums.UGX, currency: 'UGX' })]
  if (sums.USD > 0n) period.push(formatMoney({ amountMinor: sums.USD, currency: 'USD' }))
  return { today: list.at(-1)?.message ?? formatMoney({ amountMinor: 0n, currency: 'UGX' }), period, days: list }
}

export type ActivityLine = { id: string; message: string; by: string | null; at: Date }

/** The newest activity records as text: what happened and who did it, without contact data. */
export async function listNewestActivity(actor: Actor, limit: number): Promise<ActivityLine[]> {
  if (!hasPermission(actor, 'activity.view')) return []
  const rows = await db
    .selectFrom('activity as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .select(['a.id', 'a.event', 'a.at', 'p.display_name as by'])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, message: activityText(row.event), by: row.by, at: row.at }))
}
