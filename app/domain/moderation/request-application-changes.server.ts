import type { Actor } from '#app/domain/identity/actor.ts'
import type { Result } from '#app/platform/result.ts'
import { REVIEWED_STEPS, type ReviewedStep, STEP_NAMES } from './application.ts'
import type { Decided, DecisionRefusal } from './decision.ts'
import { decide } from './internal/decide.server.ts'

/** Requests corrections: the application goes back to its creator, with the reviewer's message and the steps that failed. */
export function requestApplicationChanges(
  actor: Actor,
  input: { applicationId: string; submittedAt: Date; steps: readonly ReviewedStep[]; message: string },
): Promise<Result<Decided, DecisionRefusal>> {
  const { steps, message } = input
  const failedSteps = REVIEWED_STEPS.filter((step) => steps.includes(step))
  return decide(actor, { ...input, decision: 'changes_requested', failedSteps }, () =>
    Promise.resolve({
      message,
      next: `Please do this again: ${failedSteps.map((step) => STEP_NAMES[step].toLowerCase()).join(', ')}. Everything else is kept.`,
    }),
  )
}
