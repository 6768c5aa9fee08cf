import { sql } from 'kysely'
import type { Money } from '#app/domain/money/money.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { exchangePass } from './exchange-pass.server.ts'
import { builtInPlan, isSeededPlan, type PlanName, SEEDED_PLANS } from './plan.ts'
import { type PlanLength, termOf } from './plan-length.ts'

export type PassGrant = {
  accountId: string
  plan: PlanName
  planId: string
  purchaseId: string
  /** What was paid, and is unearned from now on; in dollars it is exchanged. Zero for a granted pass. */
  price: Money
  paidAt: Date
}

/**
 * Grants the term that a purchase has paid for, after an active pass. The same purchase grants once, however often it is called; two
 * purchases of one account wait for each other, so that neither term is lost.
 */
export async function grantPass(tx: Tx, grant: PassGrant): Promise<{ startsAt: Date; endsAt: Date }> {
  await tx.selectFrom('profiles').select('id').where('id', '=', grant.accountId).forUpdate().executeTakeFirstOrThrow()
  const granted = await tx
    .selectFrom('subscriptions')
    .select(['starts_at', 'expires_at'])
    .where('purchase_id', '=', grant.purchaseId)
    .executeTakeFirst()
  if (granted) return { startsAt: granted.starts_at, endsAt: granted.expires_at }

  const current = await tx
    .selectFrom('subscriptions')
    .select(sql<Date | null>`max(expires_at)`.as('ends_at'))
    .where('user_id', '=', grant.accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const term = termOf(await lengthOf(tx, grant), grant.paidAt, current?.ends_at ?? null)
  const inDollars = grant.price.currency === 'USD' && grant.price.amountMinor > 0n
  await tx
    .insertInto('subscriptions')
    .values({
      id: newId(),
      user_id: grant.accountId,
      plan_id: grant.planId,
      purchase_id: grant.purchaseId,
      starts_at: term.startsAt,
      expires_at: term.endsAt,
      deferred_minor: inDollars ? null : grant.price.amountMinor,
    })
    .execute()
  if (inDollars)
    await exchangePass(tx, { purchaseId: grant.purchaseId, usdMinor: grant.price.amountMinor, at: grant.paidAt })
  return term
}

/** The length of the plan that was sold. A built-in plan may have been sold while its row was missing: then a substitute is inserted, so that the pass can refer to a plan. */
async function lengthOf(tx: Tx, { plan, planId }: PassGrant): Promise<PlanLength> {
  if (isSeededPlan(plan)) {
    const builtIn = builtInPlan(plan)
    await tx
      .insertInto('subscription_plans')
      .values({
        id: planId,
        name: plan,
        display_name: builtIn.displayName,
        length_count: builtIn.length.count,
        length_unit: builtIn.length.unit,
        position: SEEDED_PLANS.indexOf(plan) + 1,
        price_ugx: builtIn.priceUgx,
        price_usd: builtIn.priceUsd,
        is_active: false,
        is_substitute: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const stored = await tx
    .selectFrom('subscription_plans')
    .select(['length_count', 'length_unit'])
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  return { count: stored.length_count, unit: stored.length_unit }
}
