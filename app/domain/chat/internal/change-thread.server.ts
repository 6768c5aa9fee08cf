import type { Person } from '#app/domain/identity/actor.ts'
import { endAsks } from '#app/domain/requests/end-asks.server.ts'
import { now } from '#app/platform/clock.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { sideOf } from '../policy.ts'
import { lockThread } from './thread-row.server.ts'

export type ThreadChange = { blocked: boolean } | { muted: boolean }

/** Blocks or mutes the other side of a thread, or takes that back. The transaction is the caller's. */
export async function changeThread(
  tx: Tx,
  person: Person,
  threadId: string,
  change: ThreadChange,
): Promise<Result<null, { kind: 'not_there' }>> {
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
}
