import { now } from '#app/platform/clock.ts'
import { hasRow, inTransaction, queryPreparedIn, type Tx } from '#app/platform/db.server.ts'
import { isId, newId } from '#app/platform/id.ts'
import { storeMessage } from './internal/store-message.server.ts'
import { findUnopened, lockThread, openThread } from './internal/thread-row.server.ts'
import { canReachFan } from './policy.ts'

/**
 * Sends a creator's welcome message to a fan who has just subscribed, followed with access, or written first: once ever, also where two
 * jobs run. Whom the creator has written to before, it is not sent to. A fan without access is welcomed when they have it.
 */
export function welcomeFan({ creatorId, fanId }: { creatorId: string; fanId: string }): Promise<void> {
  if (!isId(creatorId) || !isId(fanId)) return Promise.resolve()
  return inTransaction(async (tx) => {
    const welcome = await findWelcomeFor(tx, creatorId, fanId)
    if (!welcome) return
    const unopened = await findUnopened(tx, { creatorId, fanId })
    if (unopened && !canReachFan(unopened.facts).allowed) return
    const threadId = await openThread(tx, { creatorId, fanId })
    const thread = threadId === null ? null : await lockThread(tx, threadId)
    if (!thread || !canReachFan(thread.facts).allowed) return
    // Under the lock of the thread: a second job finds the row.
    const first = await tx
      .insertInto('chat_welcomed_fans')
      .values({ creator_id: creatorId, fan_id: fanId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('fan_id')
      .executeTakeFirst()
    if (!first || (await hasWritten(tx, thread.id, creatorId))) return
    await storeMessage(tx, thread, {
      id: newId(),
      sender: { id: creatorId, displayName: welcome.name },
      body: welcome.body,
      clientId: newId(),
      paid: null,
      at: now(),
      automatic: true,
    })
  })
}

const WELCOME = `select w.body, coalesce(p.display_name, p.username) as name
  from chat_welcomes w join profiles p on p.id = w.creator_id
  where w.creator_id = $1 and w.is_on
    and not exists (select from chat_welcomed_fans f where f.creator_id = $1 and f.fan_id = $2)`

async function findWelcomeFor(tx: Tx, creatorId: string, fanId: string) {
  const [row] = await queryPreparedIn<{ body: string; name: string | null }>(tx, 'find-welcome', WELCOME, [
    creatorId,
    fanId,
  ])
  return row ?? null
}

function hasWritten(tx: Tx, threadId: string, creatorId: string): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom('chat_messages')
      .select('id')
      .where('thread_id', '=', threadId)
      .where('sender_id', '=', creatorId)
      .limit(1),
  )
}
