import { type RawBuilder, sql } from 'kysely'
import { isCurrency } from '#app/domain/money/money.ts'
import { RENEWAL } from '#app/domain/settings/constants.ts'
import { db, type Db, hasRow } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { HOME_COUNTRY } from './country-of.ts'
import { PLAN_COLUMNS } from './internal/plan-columns.ts'
import { builtInPlan, isSoldIn, type Plan, type PlanName, SEEDED_PLANS, isSeededPlan } from './plan.ts'
import { NO_CHOICE, type Renewal } from './renewal.ts'
import { REVERSED } from '#app/domain/payments/reversed.ts'

export type PlansForSale = {
  plans: Plan[]
  /** A stored plan was missing or unreadable: the page reports that and sells the built-in one. */
  incomplete: boolean
}

/**
 * The plans on sale in a country, in the owner's order, each with its features. Never throws: a plan of the specification that can't be read
 * is replaced by the built-in one. Plans that are switched off, retired or limited to other countries are left out.
 */
export async function findPlansForSale(country: string = HOME_COUNTRY): Promise<PlansForSale> {
  let stored: (Plan & { isActive: boolean })[] = []
  try {
    stored = await readPlans()
  } catch (error) {
    log.error({ err: error }, 'the plans could not be read')
  }
  const missing = SEEDED_PLANS.filter((name) => !stored.some((plan) => plan.name === name))
  const plans: Plan[] = [
    ...missing.map(builtInPlan),
    ...stored.filter((plan) => plan.isActive && isSoldIn(plan, country)),
  ]
  return { plans, incomplete: plans.some((plan) => plan.builtIn) }
}

/** One plan on sale by its name; null where it isn't sold now, or not in that country. */
export async function findPlanForSale(name: PlanName, country: string = HOME_COUNTRY): Promise<Plan | null> {
  const { plans } = await findPlansForSale(country)
  return plans.find((plan) => plan.name === name) ?? null
}

/** The names of all plans that may be sold again: those that aren't retired. */
export async function listPlanNames(connection: Db = db): Promise<PlanName[]> {
  const rows = await connection
    .selectFrom('subscription_plans')
    .select('name')
    .where('retired_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether there is or was a plan of this name, on sale or not. */
export async function isKnownPlan(name: PlanName): Promise<boolean> {
  if (isSeededPlan(name)) return true
  return hasRow(db.selectFrom('subscription_plans').select('name').where('name', '=', name))
}

/** Whether a plan is on sale anywhere: it may be limited to other countries. */
export async function isPlanSwitchedOn(name: PlanName): Promise<boolean> {
  const row = await db.selectFrom('subscription_plans').select('is_active').where('name', '=', name).executeTakeFirst()
  return row?.is_active ?? false
}

async function readPlans(): Promise<(Plan & { isActive: boolean })[]> {
  const [rows, features] = await Promise.all([
    db
      .selectFrom('subscription_plans')
      .select(PLAN_COLUMNS)
      .where('is_substitute', '=', false)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('subscription_plan_features')
      .select(['plan_id', 'feature_text as text', 'feature_icon as icon', 'needs'])
      .where('is_active', '=', true)
      .orderBy('display_order')
      .execute(),
  ])
  return rows.flatMap(({ count, unit, currencyPrimary, ...plan }) => {
    if (!isCurrency(currencyPrimary)) return []
    const own = features
      .filter(({ plan_id }) => plan_id === plan.id)
      .map(({ text, icon, needs }) => ({ text, icon, needs }))
    return { ...plan, length: { count, unit }, currencyPrimary, features: own, builtIn: false }
  })
}

export type PassOverview = { planName: PlanName; displayName: string; startsAt: Date; endsAt: Date }
const TERM = [
  'name as planName',
  'display_name as displayName',
  'starts_at as startsAt',
  'expires_at as endsAt',
] as const

/** The newest pass that somebody has paid for, active or not; null when there was none. */
export async function findNewestPass(accountId: string): Promise<(PassOverview & { knownAt: Date }) | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('subscription_plans', 'subscription_plans.id', 'subscriptions.plan_id')
    .select([...TERM, sql<Date>`least(subscriptions.created_at, starts_at)`.as('knownAt')])
    .where('user_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export type LostPass = 'refunded' | 'charged_back'

/** Why the newest paid pass ended early: it was refunded, or a bank reversed its charge. Null where none did. */
export async function findLostPass(accountId: string): Promise<LostPass | null> {
  const { rows } = await sql<{ lost: LostPass }>`
    select case when exists (select from chargebacks c where c.purchase_id = s.purchase_id and ${sql.raw(REVERSED)})
      and not exists (select from refunds r where r.purchase_id = s.purchase_id and r.ends and r.state not in ('asked', 'agreed', 'declined'))
      then 'charged_back' else 'refunded' end as lost
    from subscriptions s where s.user_id = ${accountId} and s.status = 'refunded' order by s.starts_at desc limit 1`.execute(
    db,
  )
  return rows[0]?.lost ?? null
}

/** The paid terms of somebody that are not over, in their order. */
export function listTerms(accountId: string): Promise<PassOverview[]> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('subscription_plans', 'subscription_plans.id', 'subscriptions.plan_id')
    .select(TERM)
    .where('user_id', '=', accountId)
    .where('status', '=', 'active')
    .where('expires_at', '>', sql<Date>`app_now()`)
    .orderBy('starts_at')
    .execute()
}

/** Automatic renewal holds for the plan that was agreed to: after a pass of another plan nothing is chosen. */
const CHOSEN_FOR = (plan: RawBuilder<unknown>) => sql<boolean>`(r.mode <> 'automatic' or r.agreed_plan = ${plan})`

/** What somebody has chosen for the end of their newest pass. */
export async function findRenewal(accountId: string): Promise<Renewal> {
  const newest = sql`(select p.name from subscriptions s join subscription_plans p on p.id = s.plan_id
    where s.user_id = r.account_id and s.status = 'active' order by s.expires_at desc limit 1)`
  const row = await db
    .selectFrom('subscription_renewals as r')
    .select(['mode', 'agreed_minor as agreedMinor', 'tried_for as triedFor'])
    .where('account_id', '=', accountId)
    .where(CHOSEN_FOR(newest))
    .executeTakeFirst()
  return row ?? NO_CHOICE
}

/** A pass whose end is near or just over, of a fan without another pass or grant. */
export type EndingPass = {
  accountId: string
  email: string
  phone: string | null
  /** Since when the fan knows this end: the payment, or the begin where that was earlier. */
  knownAt: Date
  endsAt: Date
  /** How many renewals from this end were refunded. */
  refundedTimes: number
  renewal: Renewal
}

const KNOWN_AT = sql`least(s.created_at, s.starts_at)`

/** Passes whose next notice about the end was not sent yet, the earliest first; `dueNotice` decides which notice. */
export function listEndingPasses(limit: number): Promise<EndingPass[]> {
  return listEnding(
    sql`s.expires_at > app_now() - interval '3 days' and s.expires_at <= app_now() + interval '3 days'
      and (s.expires_at <= app_now() or (r.mode is distinct from 'cancelled' and ${KNOWN_AT} < s.expires_at -
        case when s.expires_at <= app_now() + interval '1 day' then interval '25 hours' else interval '73 hours' end))
      and not exists (select from subscription_notices n where n.account_id = s.user_id and n.ends_at = s.expires_at and n.kind =
        case when s.expires_at <= app_now() then 'ended' when s.expires_at <= app_now() + interval '1 day' then 'one_day' else 'three_days' end)`,
    limit,
  )
}

/** Passes that are to be renewed from the wallet now; `isRenewalDue` decides the same for one pass. */
export function listRenewalsDue(limit: number): Promise<EndingPass[]> {
  return listEnding(
    sql`r.mode = 'automatic' and r.tried_for is distinct from s.expires_at
      and s.expires_at <= app_now() + make_interval(hours => ${RENEWAL.hoursBefore})
      and s.expires_at > app_now() - make_interval(hours => ${RENEWAL.hoursAfter})`,
    limit,
  )
}

/** Passes followed by another pass or a grant are left out: nothing ends for their fans. */
async function listEnding(which: RawBuilder<unknown>, limit: number): Promise<EndingPass[]> {
  const { rows } = await sql<EndingRow>`
    select s.user_id as "accountId", p.email, p.phone, ${KNOWN_AT} as "knownAt", s.expires_at as "endsAt",
      r.mode, r.agreed_minor as "agreedMinor", r.tried_for as "triedFor",
      (select count(*)::int from subscriptions n where n.user_id = s.user_id and n.starts_at = s.expires_at and n.status <> 'active') as "refundedTimes"
    from subscriptions s join profiles p on p.id = s.user_id
    join subscription_plans n on n.id = s.plan_id
    left join subscription_renewals r on r.account_id = s.user_id and ${CHOSEN_FOR(sql`n.name`)}
    where s.status = 'active' and p.account_status = 'active' and not p.is_blocked and ${which}
      and not exists (select from entitlements e where e.account_id = s.user_id and e.grants = 'all_creators'
        and (e.ends_at is null or e.ends_at > s.expires_at))
    order by s.expires_at limit ${limit}`.execute(db)
  return rows.map(({ mode, agreedMinor, triedFor, ...pass }) => ({
    ...pass,
    renewal: mode ? { mode, agreedMinor, triedFor } : NO_CHOICE,
  }))
}

type EndingRow = Omit<EndingPass, 'renewal'> & Omit<Renewal, 'mode'> & { mode: Renewal['mode'] | null }
