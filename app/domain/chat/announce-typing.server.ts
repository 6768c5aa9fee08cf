import type { Person } from '#app/domain/identity/actor.ts'
import { announceNow } from '#app/platform/live.server.ts'
import { canWrite } from './policy.ts'
import { findThread } from './queries.server.ts'

/** Tells the other side that somebody types in their thread; nothing where they couldn't send it. Nothing is stored. */
export async function announceTyping(person: Person, threadId: string): Promise<void> {
  const thread = await findThread(person, threadId)
  if (thread?.id && canWrite(person, thread.facts).allowed)
    announceNow({ channel: `thread:${thread.id}`, kind: 'typing', by: thread.side })
}
