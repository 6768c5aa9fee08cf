import type { Person } from '#app/domain/identity/actor.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockFan } from './lock-fan.server.ts'
import { readNote } from './note.ts'
import { canKeepFan } from './policy.ts'

export type NoteRefusal = { kind: 'not_there' | 'account_closed' | 'too_long' }

/** Stores what a creator wants to remember of a fan; an empty text deletes it. Nobody else is told. */
export async function setNote(creator: Person, fanId: string, typed: string): Promise<Result<null, NoteRefusal>> {
  const body = readNote(typed)
  if (body === null) return refuse({ kind: 'too_long' })
  return inTransaction(async (tx) => {
    const isFan = await lockFan(tx, creator.id, fanId)
    const verdict = canKeepFan(creator, { creatorId: creator.id, isFan })
    if (!verdict.allowed) return refuse({ kind: verdict.reason })
    const row = { creator_id: creator.id, fan_id: fanId }
    if (body === '')
      await tx
        .deleteFrom('fan_notes')
        .where((eb) => eb.and(row))
        .execute()
    else
      await tx
        .insertInto('fan_notes')
        .values({ ...row, body })
        .onConflict((conflict) => conflict.columns(['creator_id', 'fan_id']).doUpdateSet({ body, changed_at: now() }))
        .execute()
    return ok(null)
  })
}
