import { checkDisplayName } from './internal/check-display-name.server.ts'
import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { moveUsername } from './internal/move-username.server.ts'
import { toE164 } from './phone.server.ts'
import {
  type BirthdayProblem,
  type DateParts,
  type DisplayNameProblem,
  readBio,
  readBirthday,
  readCity,
  readDisplayName,
} from './profile-rules.ts'
import { losesLetters, sanitiseUsername } from './sanitise-username.ts'
import { usernameProblem, type UsernameProblem } from './username.ts'

/** As typed. */
export type CreatorProfileTyped = {
  whatsappNumber: string
  displayName: string
  username: string
  city: string
  bio: string
  birthday: DateParts
}

export type CreatorProfileProblems = {
  whatsappNumber?: 'missing' | 'invalid'
  displayName?: DisplayNameProblem
  username?: UsernameProblem | 'missing' | 'taken' | 'unusable' | 'other_letters'
  city?: 'missing' | 'too_long'
  bio?: 'missing' | 'too_long'
  birthday?: BirthdayProblem
}

/**
 * Writes the profile of a person who becomes a creator, in the caller's transaction: everything that a creator's page requires. It
 * completes a new account's profile; a stored birthday stays.
 */
export async function setUpCreator(
  tx: Tx,
  profileId: string,
  typed: CreatorProfileTyped,
): Promise<Result<null, { kind: 'invalid'; problems: CreatorProfileProblems }>> {
  const before = await tx
    .selectFrom('profiles')
    .select(['username', 'birthday', 'profile_completed'])
    .where('id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const checked = check(typed, before.birthday)
  if (!checked.ok) return checked
  const next = checked.value
  const denial = await checkDisplayName(tx, profileId, next.displayName, { sells: true })
  if (denial) return refuse({ kind: 'invalid', problems: { displayName: denial } })
  if (before.username !== next.username && !(await moveUsername(tx, profileId, before.username, next.username)))
    return refuse({ kind: 'invalid', problems: { username: 'taken' } })
  await tx
    .updateTable('profiles')
    .set({
      whatsapp_number: next.whatsappNumber,
      display_name: next.displayName,
      username: next.username,
      city: next.city,
      bio: next.bio,
      birthday: next.birthday,
      profile_completed: true,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', profileId)
    .execute()
  await publish(tx, {
    actorId: profileId,
    event: before.profile_completed ? 'profile_changed' : 'profile_completed',
    objectId: profileId,
    detail: { by: 'creator_wizard' },
  })
  return ok(null)
}

/** Validates a typed profile without writing it. */
export async function checkCreatorProfile(
  tx: Tx,
  profileId: string,
  typed: CreatorProfileTyped,
): Promise<CreatorProfileProblems> {
  const { birthday } = await tx
    .selectFrom('profiles')
    .select('birthday')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  const checked = check(typed, birthday)
  if (!checked.ok) return checked.refusal.problems
  const denial = await checkDisplayName(tx, profileId, checked.value.displayName, { sells: true })
  return denial ? { displayName: denial } : {}
}

type Checked = {
  whatsappNumber: string
  displayName: string
  username: string
  city: string
  bio: string
  birthday: string
}

/** All mistakes at once, so that people don't find them one after another. */
function check(
  typed: CreatorProfileTyped,
  storedBirthday: string | null,
): Result<Checked, { kind: 'invalid'; problems: CreatorProfileProblems }> {
  const problems: CreatorProfileProblems = {}
  const whatsappNumber = toE164(typed.whatsappNumber)
  if (whatsappNumber === null) problems.whatsappNumber = typed.whatsappNumber.trim() === '' ? 'missing' : 'invalid'

  const displayName = readDisplayName(typed.displayName)
  if (displayName.problem) problems.displayName = displayName.problem

  const username = sanitiseUsername(typed.username)
  const usernameProblemKind = usernameProblem(username, config().brandName)
  if (username === '') problems.username = typed.username.trim() === '' ? 'missing' : 'unusable'
  else if (losesLetters(typed.username)) problems.username = 'other_letters'
  else if (usernameProblemKind) problems.username = usernameProblemKind

  const city = readCity(typed.city)
  if (city.problem) problems.city = city.problem
  else if (city.value === null) problems.city = 'missing'

  const bio = readBio(typed.bio)
  if (bio.problem) problems.bio = bio.problem
  else if (bio.value === '') problems.bio = 'missing'

  const birthday = storedBirthday ? { value: storedBirthday, problem: null } : readBirthday(typed.birthday, now())
  if (birthday.problem) problems.birthday = birthday.problem

  if (
    whatsappNumber === null ||
    displayName.problem ||
    city.problem ||
    city.value === null ||
    bio.problem ||
    birthday.problem ||
    Object.keys(problems).length > 0
  )
    return refuse({ kind: 'invalid', problems })
  return ok({
    whatsappNumber,
    displayName: displayName.value,
    username,
    city: city.value,
    bio: bio.value,
    birthday: birthday.value,
  })
}
