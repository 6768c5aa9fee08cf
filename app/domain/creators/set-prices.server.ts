import type { Person } from '#app/domain/identity/actor.ts'
import { DAILY_GOAL_OPTIONS_MINOR, SUBSCRIPTION_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'
import { db } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'

export type Prices = {
  /** What 30 days of the creator cost, one of the prices on offer. Days that are paid stay paid. */
  subscriptionMinor: bigint
  /** The goal of a day, one of those on offer. */
  goalMinor: bigint
  /** Whether single posts are sold; switched off, everybody with access sees them. */
  payToUnlock: boolean
}

export type PricesRefusal = { kind: 'not_a_creator' } | { kind: 'not_on_offer'; field: 'subscription' | 'goal' }

/** A creator's own prices, for what is bought from now on. */
export async function setPrices(creator: Person, prices: Prices): Promise<Result<null, PricesRefusal>> {
  const { subscriptionMinor, goalMinor, payToUnlock } = prices
  if (!SUBSCRIPTION_PRICE_OPTIONS_MINOR.some((offered) => offered === subscriptionMinor))
    return refuse({ kind: 'not_on_offer', field: 'subscription' })
  if (!DAILY_GOAL_OPTIONS_MINOR.some((offered) => offered === goalMinor))
    return refuse({ kind: 'not_on_offer', field: 'goal' })
  const { numUpdatedRows } = await db
    .updateTable('creators')
    .set({ subscription_price_minor: subscriptionMinor, daily_goal_minor: goalMinor, pay_to_unlock: payToUnlock })
    .where('profile_id', '=', creator.id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? ok(null) : refuse({ kind: 'not_a_creator' })
}
