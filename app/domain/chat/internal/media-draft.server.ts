import type { Person } from '#app/domain/identity/actor.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { canWrite, sideOf, type WriteDenial } from '../policy.ts'
import { type LockedThread, lockThread } from './thread-row.server.ts'

export type DraftRefusal = { kind: 'not_permitted'; reason: WriteDenial }

/**
 * The thread, locked, in which its creator prepares or sends media: only that side sends them. Everything of a draft is changed under this
 * lock.
 */
export async function lockThreadOfCreator(
  tx: Tx,
  creator: Person,
  threadId: string,
): Promise<Result<LockedThread, DraftRefusal>> {
  const thread = await lockThread(tx, threadId)
  if (!thread || sideOf(creator, thread) !== 'creator') return refuse({ kind: 'not_permitted', reason: 'not_there' })
  const verdict = canWrite(creator, thread.facts)
  return verdict.allowed ? ok(thread) : refuse({ kind: 'not_permitted', reason: verdict.reason })
}
