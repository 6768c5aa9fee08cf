import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import { cutDraft, type Typed } from './draft.ts'
import { type ChangeRefusal, lockForStep } from './internal/change-application.server.ts'
import { writeDraft } from './internal/draft-row.server.ts'
import type { WizardStep } from './steps.ts'

/** Stores what is typed in a step, as it is typed, so that the person can continue on another device. */
export function saveApplicationDraft(
  actor: Actor,
  step: WizardStep,
  typed: Typed,
  writer: DraftWriter,
): Promise<Result<{ version: number; savedAt: Date }, ChangeRefusal>> {
  return inTransaction(async (tx) => {
    const locked = await lockForStep(tx, actor, step)
    if (!locked.ok) return locked
    return writeDraft(tx, locked.value.application.id, step, cutDraft(step, typed), writer)
  })
}
