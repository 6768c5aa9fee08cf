import { isCurrency } from '#app/domain/money/money.ts'
import { db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { builtInPlan, isPlanName, type Plan, PLAN_NAMES, type PlanName } from './plan.ts'

export type PlansForSale = {
  plans: Plan[]
  /** A stored plan was missing or unreadable: the page says so and sells the built-in one. */
  incomplete: boolean
}

/** The plans on sale, monthly first, each with its features. Never throws: what can't be read is replaced by the built-in plan. */
export async function findPlansForSale(): Promise<PlansForSale> {
  let stored: Plan[] = []
  try {
    stored = await readPlans()
  } catch (error) {
    log.error({ err: error }, 'the plans could not be read')
  }
  const plans = PLAN_NAMES.map((name) => stored.find((plan) => plan.name === name) ?? builtInPlan(name))
  return { plans, incomplete: plans.some((plan) => plan.builtIn) }
}

/** One plan on sale by its name. */
export async function findPlanForSale(name: PlanName): Promise<Plan> {
  const { plans } = await findPlansForSale()
  return plans.find((plan) => plan.name === name)!
}

async function readPlans(): Promise<Plan[]> {
  const [rows, features] = await Promise.all([
    db.selectFrom('subscription_plans').selectAll().where('is_active', '=', true).orderBy('name').execute(),
    db
      .selectFrom('subscription_plan_features')
      .select(['plan_id', 'feature_text', 'feature_icon'])
      .where('is_active', '=', true)
      .orderBy('display_order')
      .execute(),
  ])
  return rows.flatMap((row) => {
    if (!isPlanName(row.name) || !isCurrency(row.currency_primary)) return []
    return {
      id: row.id,
      name: row.name,
      displayName: row.display_name,
      priceUgx: row.price_ugx,
      priceUsd: row.price_usd,
      currencyPrimary: row.currency_primary,
      discountPercentage: row.discount_percentage,
      discountExpiresAt: row.discount_expires_at,
      isFeatured: row.is_featured,
      features: features
        .filter((feature) => feature.plan_id === row.id)
        .map((feature) => ({ text: feature.feature_text, icon: feature.feature_icon })),
      builtIn: false,
    }
  })
}

export type PassOverview = { planName: PlanName; displayName: string; startsAt: Date; endsAt: Date }

/** The newest pass that somebody has paid for, whether it still runs or not; null when there was none. */
export async function findNewestPass(accountId: string): Promise<PassOverview | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('subscription_plans', 'subscription_plans.id', 'subscriptions.plan_id')
    .select(['name', 'display_name', 'starts_at', 'expires_at'])
    .where('user_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || !isPlanName(row.name)) return null
  return { planName: row.name, displayName: row.display_name, startsAt: row.starts_at, endsAt: row.expires_at }
}
