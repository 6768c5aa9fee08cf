import type { Feature } from '#app/domain/settings/features.ts'
import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { PLAN_COLUMNS } from './internal/plan-columns.ts'
import type { PlanName } from './plan.ts'
import type { PlanEdit } from './plan-edit.ts'
import type { PlanLength } from './plan-length.ts'

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

/** All stored plans in the owner's order, the retired ones too, each with the passes that run now. */
export async function listStoredPlans(): Promise<StoredPlan[]> {
  const rows = await db
    .selectFrom('subscription_plans as p')
    .select([...PLAN_COLUMNS, 'version', 'retired_at as retiredAt'])
    .select(
      sql<number>`(select count(distinct s.user_id)::int from subscriptions s
        where s.plan_id = p.id and s.status = 'active' and s.starts_at <= app_now() and s.expires_at > app_now())`.as(
        'activePasses',
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ count, unit, ...plan }) => ({ ...plan, length: { count, unit } }))
}

export type StoredFeature = {
  id: string
  planId: string
  text: string
  icon: string
  on: boolean
  needs: Feature | null
  version: number
}

/** Every line of every plan in its order, also those that are off. */
export function listStoredFeatures(): Promise<StoredFeature[]> {
  return db
    .selectFrom('subscription_plan_features')
    .select([
      'id',
      'plan_id as planId',
      'feature_text as text',
      'feature_icon as icon',
      'is_active as on',
      'needs',
      'version',
    ])
    .orderBy('display_order')
    .orderBy('id')
    .execute()
}
