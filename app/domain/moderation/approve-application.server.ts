import { confirmLegalName } from '#app/domain/creators/confirm-legal-name.server.ts'
import { startFeeWeeks } from '#app/domain/creators/start-fee-weeks.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { showDate } from '#app/platform/dates.ts'
import { settleWaitingPosts } from '#app/domain/posts/settle-waiting-posts.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Result } from '#app/platform/result.ts'
import type { Decided, DecisionRefusal } from './decision.ts'
import { decide } from './internal/decide.server.ts'

/**
 * Approves the creator after a person's review: the reviewed posts appear, weeks that were paid begin, documents get their end, and the
 * creator is notified.
 */
export function approveApplication(
  actor: Actor,
  input: { applicationId: string; submittedAt: Date },
): Promise<Result<Decided, DecisionRefusal>> {
  return decide(actor, { ...input, decision: 'approved', failedSteps: [], message: '' }, async (tx, decided) => {
    await confirmLegalName(tx, decided.applicationId)
    await settleWaitingPosts(tx, decided.profileId, 'published')
    const endsAt = await startFeeWeeks(tx, decided.profileId, now())
    const next = endsAt
      ? `Fans can find you until ${showDate(endsAt)}.`
      : 'Your page appears as soon as the weekly fee is paid.'
    return { message: '', next }
  })
}
