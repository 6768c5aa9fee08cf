import { lockFan } from '#app/domain/fans/lock-fan.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { changeThread } from './internal/change-thread.server.ts'
import { openThread } from './internal/thread-row.server.ts'

/**
 * A creator blocks one of their fans, or takes that back, whatever brought the fan: a request, a tip, a comment, a follow. The block stands
 * in the conversation of the pair, which is made where neither has written; nobody sees it before its first message.
 */
export function blockFan(
  creator: Person,
  fanId: string,
  blocked: boolean,
): Promise<Result<null, { kind: 'not_there' }>> {
  return inTransaction(async (tx) => {
    const threadId = (await lockFan(tx, creator.id, fanId))
      ? await openThread(tx, { creatorId: creator.id, fanId })
      : null
    return threadId === null ? refuse({ kind: 'not_there' }) : changeThread(tx, creator, threadId, { blocked })
  })
}
