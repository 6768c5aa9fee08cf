import { checkDisplayName } from './internal/check-display-name.server.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction, isPgError, type Tx, UNIQUE_VIOLATION } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { Actor } from './actor.ts'
import { moveUsername } from './internal/move-username.server.ts'
import { type DisplayNameProblem, readBio, readCity, readDisplayName } from './profile-rules.ts'
import { losesLetters, sanitiseUsername } from './sanitise-username.ts'
import { usernameProblem, type UsernameProblem } from './username.ts'

/** As typed. */
export type ProfileEdit = { displayName: string; username: string; bio: string; city: string }

export type ProfileProblems = {
  displayName?: DisplayNameProblem
  username?: UsernameProblem | 'taken' | 'unusable' | 'other_letters'
  bio?: 'too_long'
  city?: 'too_long'
}

export type UpdateRefusal = { kind: 'no_user_logged_in' } | { kind: 'invalid'; problems: ProfileProblems }

type Checked = { displayName: string; username: string; bio: string; city: string | null }

/** Changes a person's own profile. A username that is given up stays reserved for a while and still leads here. */
export async function updateProfile(
  actor: Actor,
  typed: ProfileEdit,
): Promise<Result<{ username: string }, UpdateRefusal>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  const checked = check(typed)
  if (!checked.ok) return checked
  try {
    return await inTransaction((tx) => update(tx, actor.id, checked.value))
  } catch (error) {
    if (!isPgError(error, UNIQUE_VIOLATION, 'profiles_username_key')) throw error
    return refuse({ kind: 'invalid', problems: { username: 'taken' } })
  }
}

/** All mistakes at once, so that people don't find them one after another. */
function check(typed: ProfileEdit): Result<Checked, UpdateRefusal> {
  const displayName = readDisplayName(typed.displayName)
  const bio = readBio(typed.bio)
  const city = readCity(typed.city)
  const username = sanitiseUsername(typed.username)
  const problem =
    username === ''
      ? ('unusable' as const)
      : losesLetters(typed.username)
        ? ('other_letters' as const)
        : usernameProblem(username, config().brandName)
  if (displayName.problem || bio.problem || city.problem || problem)
    return refuse({
      kind: 'invalid',
      problems: {
        ...(displayName.problem && { displayName: displayName.problem }),
        ...(bio.problem && { bio: bio.problem }),
        ...(city.problem && { city: city.problem }),
        ...(problem && { username: problem }),
      },
    })
  return ok({ displayName: displayName.value, username, bio: bio.value, city: city.value })
}

async function update(tx: Tx, id: string, next: Checked): Promise<Result<{ username: string }, UpdateRefusal>> {
  const { username: before, user_type: userType } = await tx
    .selectFrom('profiles')
    .select(['username', 'user_type'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const denial = await checkDisplayName(tx, id, next.displayName, { sells: userType === 'creator' })
  if (denial) return refuse({ kind: 'invalid', problems: { displayName: denial } })
  if (before !== next.username && !(await moveUsername(tx, id, before, next.username)))
    return refuse({ kind: 'invalid', problems: { username: 'taken' } })
  await tx
    .updateTable('profiles')
    .set({
      display_name: next.displayName,
      username: next.username,
      bio: next.bio,
      city: next.city,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute()
  await publish(tx, {
    actorId: id,
    event: 'profile_changed',
    objectId: id,
    detail: before === next.username ? {} : { username_before: before, username_after: next.username },
  })
  return ok({ username: next.username })
}
