import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import type { Result } from '#app/platform/result.ts'
import { changeThread, type ThreadChange } from './internal/change-thread.server.ts'

/**
 * Blocks or mutes the other side of a thread, or takes that back. Blocked: nothing goes from one to the other any more (`canContact`), requests that
 * nobody has accepted end, and the other one is not told by whom.
 * Muted: messages arrive without a notice. Repeated, it stays as it is.
 */
export function setThread(
  person: Person,
  threadId: string,
  change: ThreadChange,
): Promise<Result<null, { kind: 'not_there' }>> {
  return inTransaction((tx) => changeThread(tx, person, threadId, change))
}
