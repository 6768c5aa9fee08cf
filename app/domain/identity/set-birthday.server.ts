import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'
import { type BirthdayProblem, type DateParts, readBirthday } from './profile-rules.ts'

export type BirthdayRefusal =
  | { kind: 'no_user_logged_in' }
  | { kind: 'already_set' }
  | { kind: 'invalid'; problem: BirthdayProblem }

/** Stores the birthday of a person who hasn't entered one yet. It can't be changed afterwards. */
export function setBirthday(actor: Actor, typed: DateParts): Promise<Result<null, BirthdayRefusal>> {
  if (!actor) return Promise.resolve(refuse({ kind: 'no_user_logged_in' }))
  return inTransaction(async (tx) => {
    const { birthday: stored } = await tx
      .selectFrom('profiles')
      .select('birthday')
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (stored !== null) return refuse({ kind: 'already_set' })
    const birthday = readBirthday(typed, now())
    if (birthday.problem) return refuse({ kind: 'invalid', problem: birthday.problem })
    await tx
      .updateTable('profiles')
      .set({ birthday: birthday.value, updated_at: sql<Date>`app_now()` })
      .where('id', '=', actor.id)
      .execute()
    await publish(tx, { actorId: actor.id, event: 'birthday_told', objectId: actor.id })
    return ok(null)
  })
}
