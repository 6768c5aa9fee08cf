import type { Actor } from '#app/domain/identity/actor.ts'
import type { DraftWriter } from '#app/domain/identity/fan-onboarding.ts'
import {
  checkCreatorProfile,
  type CreatorProfileProblems,
  type CreatorProfileTyped,
  setUpCreator,
} from '#app/domain/identity/set-up-creator.server.ts'
import { inTransaction, isPgError, type Tx, UNIQUE_VIOLATION } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { readTags } from '#app/domain/creators/tags.ts'
import { type ChangeRefusal, finishStep, lockForStep } from './internal/change-application.server.ts'
import { findStale } from './internal/draft-row.server.ts'

export type ProfileStepProblems = CreatorProfileProblems & { tags?: 'unknown' | 'too_many' }
export type ProfileStepRefusal = ChangeRefusal | { kind: 'invalid'; problems: ProfileStepProblems }
export type ProfileStepTyped = CreatorProfileTyped & { tags: readonly string[] }

/** The wizard's first page: writes the creator's profile (and completes a new account's) and keeps the tags for the submission. */
export async function finishProfileStep(
  actor: Actor,
  typed: ProfileStepTyped,
  writer: DraftWriter,
): Promise<Result<null, ProfileStepRefusal>> {
  try {
    return await inTransaction((tx) => finish(tx, actor, typed, writer))
  } catch (error) {
    // Somebody took the same username between our check and our write.
    if (!isPgError(error, UNIQUE_VIOLATION, 'profiles_username_key')) throw error
    return refuse({ kind: 'invalid', problems: { username: 'taken' } })
  }
}

async function finish(
  tx: Tx,
  actor: Actor,
  typed: ProfileStepTyped,
  writer: DraftWriter,
): Promise<Result<null, ProfileStepRefusal>> {
  const locked = await lockForStep(tx, actor, 'profile')
  if (!locked.ok) return locked
  const { person, application } = locked.value
  // Checked before the first write: a refusal changes nothing.
  const stale = await findStale(tx, application.id, 'profile', writer)
  if (stale) return refuse(stale)
  const tags = readTags(typed.tags)
  if (tags.problem) {
    const profile = await checkCreatorProfile(tx, person.id, typed)
    return refuse({ kind: 'invalid', problems: { ...profile, tags: tags.problem } })
  }
  const written = await setUpCreator(tx, person.id, typed)
  if (!written.ok) return written
  return finishStep(tx, application, 'profile', writer, { tags: tags.value })
}
