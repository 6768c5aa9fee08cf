import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { readDailyGoal, readSubscriptionPrice } from './application.ts'
import { type ChangeRefusal, finishStep, lockForStep } from './internal/change-application.server.ts'

/** As typed, in whole shillings; the switch sends nothing while it is off. */
export type PricesTyped = { subscription: string; goal: string; payToUnlock: boolean }
export type PricesProblems = { subscription?: 'missing' | 'invalid'; goal?: 'missing' | 'invalid' }
export type PricesRefusal = ChangeRefusal | { kind: 'invalid'; problems: PricesProblems }

/** The wizard's third page: one of the prices on offer, one of the goals, and whether single posts may be sold. */
export function finishPricesStep(
  actor: Actor,
  typed: PricesTyped,
  writer: DraftWriter,
): Promise<Result<null, PricesRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockForStep(tx, actor, 'prices')
    if (!locked.ok) return locked
    const subscription = readSubscriptionPrice(typed.subscription)
    const goal = readDailyGoal(typed.goal)
    if (subscription.problem || goal.problem) {
      return refuse({
        kind: 'invalid',
        problems: {
          ...(subscription.problem && { subscription: subscription.problem }),
          ...(goal.problem && { goal: goal.problem }),
        },
      })
    }
    return finishStep(tx, locked.value.application, 'prices', writer, {
      subscription_price_minor: subscription.value,
      daily_goal_minor: goal.value,
      pay_to_unlock: typed.payToUnlock,
    })
  })
}
