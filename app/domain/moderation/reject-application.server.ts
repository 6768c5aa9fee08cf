import { type RefundedWeek, refundFeeWeeks } from '#app/domain/creators/refund-fee-weeks.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { settleWaitingPosts } from '#app/domain/posts/settle-waiting-posts.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Result } from '#app/platform/result.ts'
import type { Decided, DecisionRefusal } from './decision.ts'
import { decide } from './internal/decide.server.ts'

/**
 * Rejects the creator: waiting posts are removed, a week that was paid and never began is refunded, and the creator is notified of the
 * reason.
 */
export function rejectApplication(
  actor: Actor,
  input: { applicationId: string; submittedAt: Date; message: string },
): Promise<Result<Decided, DecisionRefusal>> {
  return decide(actor, { ...input, decision: 'rejected', failedSteps: [] }, async (tx, decided) => {
    await settleWaitingPosts(tx, decided.profileId, { removedFor: input.message })
    const returned = await refundFeeWeeks(tx, decided.profileId, now())
    const back = returned
      .map(({ amount, to }) => ` The ${formatMoney(amount)} that you paid ${REFUND_TEXTS[to]}.`)
      .join('')
    return { message: input.message, next: `You can appeal within 5 business days.${back}` }
  })
}

const REFUND_TEXTS: Record<RefundedWeek['to'], string> = {
  gateway: 'is refunded to you',
  earnings: 'is back in your earnings',
  wallet: 'is back in your wallet',
}
