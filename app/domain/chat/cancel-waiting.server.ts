import type { Person } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'

/** Takes back a message that waits for its files; what was added stays in the draft. Repeated, or once it is sent, it changes nothing. */
export async function cancelWaiting(creator: Person, threadId: string): Promise<void> {
  if (!isId(threadId)) return
  await db
    .deleteFrom('chat_waiting_messages')
    .where('thread_id', '=', threadId)
    .where('creator_id', '=', creator.id)
    .execute()
}
