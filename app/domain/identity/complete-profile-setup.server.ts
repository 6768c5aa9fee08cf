import { checkDisplayName } from './internal/check-display-name.server.ts'
import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction, isPgError, UNIQUE_VIOLATION, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from './actor.ts'
import { claimUsername, makeUsername } from './internal/claim-username.server.ts'
import { toE164 } from './phone.server.ts'
import {
  type BirthdayProblem,
  type DateParts,
  type DisplayNameProblem,
  readBio,
  readBirthday,
  readDisplayName,
} from './profile-rules.ts'
import { losesLetters, sanitiseUsername } from './sanitise-username.ts'
import { usernameProblem, type UsernameProblem } from './username.ts'

/** As typed; `birthday` is null where the form didn't ask for it. */
export type ProfileSetup = {
  displayName: string
  username: string
  whatsappNumber: string
  bio: string
  birthday: DateParts | null
}

export type SetupProblems = {
  displayName?: DisplayNameProblem
  username?: UsernameProblem | 'other_letters' | 'taken' | 'unusable'
  whatsappNumber?: 'invalid'
  bio?: 'too_long'
  birthday?: BirthdayProblem
}

export type SetupRefusal =
  | { kind: 'no_user_logged_in' }
  | { kind: 'already_completed' }
  | { kind: 'invalid'; problems: SetupProblems }

type Draft = { id: string; username: string | null; birthday: string | null; profileCompleted: boolean }
type Checked = {
  displayName: string
  username: string | null
  whatsappNumber: string | null
  bio: string
  birthday: string
}

/** Completes a new account's profile, once. A missing username is made of the display name and a random number, retried while taken. */
export async function completeProfileSetup(
  actor: Actor,
  typed: ProfileSetup,
): Promise<Result<{ username: string }, SetupRefusal>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inTransaction((tx) => complete(tx, actor.id, typed))
    } catch (error) {
      // Somebody took the same username between our check and our write: try again.
      if (attempt === 5 || !isPgError(error, UNIQUE_VIOLATION, 'profiles_username_key')) throw error
    }
  }
}

async function complete(tx: Tx, id: string, typed: ProfileSetup): Promise<Result<{ username: string }, SetupRefusal>> {
  const draft = await tx
    .selectFrom('profiles')
    .select(['id', 'username', 'birthday', 'profile_completed as profileCompleted'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (draft.profileCompleted) return refuse({ kind: 'already_completed' })
  const checked = check(draft, typed)
  if (!checked.ok) return checked
  const { displayName, whatsappNumber, bio, birthday } = checked.value
  const denial = await checkDisplayName(tx, id, displayName, { sells: false })
  if (denial) return refuse({ kind: 'invalid', problems: { displayName: denial } })
  const chosen = checked.value.username
  if (chosen && !(await claimUsername(tx, id, chosen)))
    return refuse({ kind: 'invalid', problems: { username: 'taken' } })
  const username = chosen ?? draft.username ?? (await makeUsername(tx, id, displayName))
  await tx
    .updateTable('profiles')
    .set({
      display_name: displayName,
      username,
      whatsapp_number: whatsappNumber,
      bio,
      birthday,
      profile_completed: true,
      updated_at: sql<Date>`app_now()`,
    })
    .where('id', '=', id)
    .execute()
  await publish(tx, { actorId: id, event: 'profile_completed', objectId: id })
  return ok({ username })
}

/** All mistakes at once, so that people don't find them one after another. */
function check(draft: Draft, typed: ProfileSetup): Result<Checked, SetupRefusal> {
  const problems: SetupProblems = {}
  const displayName = readDisplayName(typed.displayName)
  if (displayName.problem) problems.displayName = displayName.problem

  const username = sanitiseUsername(typed.username)
  if (username !== '' && losesLetters(typed.username)) problems.username = 'other_letters'
  else if (username !== '') problems.username = usernameProblem(username, config().brandName) ?? undefined
  else if (typed.username.trim() !== '') problems.username = 'unusable'

  const whatsappNumber = typed.whatsappNumber.trim() === '' ? null : toE164(typed.whatsappNumber)
  if (whatsappNumber === null && typed.whatsappNumber.trim() !== '') problems.whatsappNumber = 'invalid'

  const bio = readBio(typed.bio)
  if (bio.problem) problems.bio = bio.problem

  const birthday = draft.birthday ? { value: draft.birthday, problem: null } : readBirthday(typed.birthday, now())
  if (birthday.problem) problems.birthday = birthday.problem
  if (displayName.problem || bio.problem || birthday.problem || Object.values(problems).some(Boolean))
    return refuse({ kind: 'invalid', problems })
  return ok({
    displayName: displayName.value,
    username: username || null,
    whatsappNumber,
    bio: bio.value,
    birthday: birthday.value,
  })
}
