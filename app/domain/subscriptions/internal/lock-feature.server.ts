import type { Tx } from '#app/platform/db.server.ts'

/** One line of a plan, locked together with its plan, so that the order of its lines can't change. */
export async function lockFeature(tx: Tx, featureId: string) {
  const feature = await tx
    .selectFrom('subscription_plan_features as f')
    .innerJoin('subscription_plans as p', 'p.id', 'f.plan_id')
    .select(['f.plan_id', 'p.name as plan'])
    .where('f.id', '=', featureId)
    .forUpdate('p')
    .executeTakeFirst()
  if (!feature) return null
  const row = await tx
    .selectFrom('subscription_plan_features')
    .selectAll()
    .where('id', '=', featureId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, plan: feature.plan }
}
