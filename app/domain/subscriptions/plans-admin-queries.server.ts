import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import type { Currency } from '#app/domain/money/money.ts'
import type { PlanName } from './plan.ts'
import type { PlanEdit } from './plan-edit.ts'
import type { LengthUnit, PlanLength } from './plan-length.ts'

/** A plan for those who may change it, whether it is on sale or not. */
export type StoredPlan = PlanEdit & {
  id: string
  name: PlanName
  length: PlanLength
  version: number
  activePasses: number
  /** Retired plans are never sold again; their passes run on. */
  retiredAt: Date | null
}

type Row = {
  id: string
  name: string
  display_name: string
  price_ugx: bigint
  price_usd: bigint
  currency_primary: string
  discount_percentage: number
  discount_expires_at: Date | null
  is_active: boolean
  is_featured: boolean
  country_restrictions: string[]
  version: number
  length_count: number
  length_unit: LengthUnit
  retired_at: Date | null
  passes: number
}

/** All stored plans in the owner's order, the retired ones too, each with the passes that run now. */
export async function listStoredPlans(): Promise<StoredPlan[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.display_name, p.price_ugx, p.price_usd, p.currency_primary, p.discount_percentage, p.discount_expires_at,
      p.is_active, p.is_featured, p.country_restrictions, p.version, p.length_count, p.length_unit, p.retired_at,
      (select count(distinct s.user_id)::int from subscriptions s
        where s.plan_id = p.id and s.status = 'active' and s.starts_at <= app_now() and s.expires_at > app_now()) as passes
    from subscription_plans p order by p.position, p.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    length: { count: row.length_count, unit: row.length_unit },
    retiredAt: row.retired_at,
    version: row.version,
    activePasses: row.passes,
    displayName: row.display_name,
    priceUgx: row.price_ugx,
    priceUsd: row.price_usd,
    currencyPrimary: row.currency_primary as Currency,
    discountPercentage: row.discount_percentage,
    discountExpiresAt: row.discount_expires_at,
    isActive: row.is_active,
    isFeatured: row.is_featured,
    countries: row.country_restrictions,
  }))
}

export type StoredFeature = { id: string; planId: string; text: string; icon: string; on: boolean; version: number }

/** Every line of every plan in its order, also those that are off. */
export async function listStoredFeatures(): Promise<StoredFeature[]> {
  const rows = await db
    .selectFrom('subscription_plan_features')
    .select(['id', 'plan_id', 'feature_text', 'feature_icon', 'is_active', 'version'])
    .orderBy('display_order')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    planId: row.plan_id,
    text: row.feature_text,
    icon: row.feature_icon,
    on: row.is_active,
    version: row.version,
  }))
}
