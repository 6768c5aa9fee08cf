import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { type MessageProblem, readMessage } from './message.ts'
import { canKeepTools } from './policy.ts'

export type WelcomeRefusal = { kind: 'not_permitted' } | { kind: 'invalid'; problem: MessageProblem }

/** Stores what new fans are sent, and whether they are. Fans who were welcomed are not sent a changed text. */
export async function setWelcome(
  creator: Person,
  { text, on }: { text: string; on: boolean },
): Promise<Result<null, WelcomeRefusal>> {
  if (!canKeepTools(creator).allowed) return refuse({ kind: 'not_permitted' })
  const { body, problem } = readMessage(text)
  if (body === null) return refuse({ kind: 'invalid', problem })
  return inTransaction(async (tx) => {
    const values = { body, is_on: on, changed_at: now() }
    await tx
      .insertInto('chat_welcomes')
      .values({ creator_id: creator.id, ...values })
      .onConflict((conflict) => conflict.column('creator_id').doUpdateSet(values))
      .execute()
    return ok(null)
  })
}
