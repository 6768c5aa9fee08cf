import type { Person } from '#app/domain/identity/actor.ts'
import { endAsks } from '#app/domain/requests/end-asks.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockThread } from './internal/thread-row.server.ts'
import { sideOf } from './policy.ts'

type Change = { blocked: boolean } | { muted: boolean }

/**
 * Blocks or mutes the other side of a thread, or takes that back. Blocked: nothing goes from one to the other any more (`canContact`), requests that
 * nobody has accepted end, and the other one is not told by whom.
 * Muted: messages arrive without a notice. Repeated, it stays as it is.
 */
export function setThread(
  person: Person,
  threadId: string,
  change: Change,
): Promise<Result<null, { kind: 'not_there' }>> {
  return inTransaction(async (tx) => {
    const thread = await lockThread(tx, threadId)
    const side = thread && sideOf(person, thread)
    if (!side) return refuse({ kind: 'not_there' })
    const of =
      side === 'fan'
        ? ({ muted: 'fan_muted', at: 'blocked_by_fan_at' } as const)
        : ({ muted: 'creator_muted', at: 'blocked_by_creator_at' } as const)
    const values = 'muted' in change ? { [of.muted]: change.muted } : { [of.at]: change.blocked ? now() : null }
    // Before the block is there, so that the fan is told that the money is back.
    if ('blocked' in change && change.blocked) await endAsks(tx, thread, side)
    await tx.updateTable('chat_threads').set(values).where('id', '=', thread.id).execute()
    return ok(null)
  })
}
