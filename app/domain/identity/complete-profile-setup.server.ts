import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { now } from '#app/platform/clock.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction, isPgError, UNIQUE_VIOLATION, type Tx } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { recordActivity } from '#app/domain/activity/record-activity.server.ts'
import type { Actor } from './actor.ts'
import { birthdayOf, isOldEnough } from './age.ts'
import { toE164 } from './phone.server.ts'
import { isUsernameTaken } from './queries.server.ts'
import { sanitiseUsername } from './sanitise-username.ts'
import { proposeUsername, usernameProblem, type UsernameProblem } from './username.ts'

export const DISPLAY_NAME_LONGEST = 60
export const BIO_LONGEST = 300

/** As typed; `birthday` is null where the form didn't ask. */
export type ProfileSetup = {
  displayName: string
  username: string
  whatsappNumber: string
  bio: string
  birthday: { day: string; month: string; year: string } | null
}

export type SetupProblems = {
  displayName?: 'missing' | 'too_long'
  username?: UsernameProblem | 'taken' | 'unusable'
  whatsappNumber?: 'invalid'
  bio?: 'too_long'
  birthday?: 'missing' | 'invalid' | 'too_young'
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

const PROPOSALS = 60

/** Completes a new account's profile, once. A missing username is made of the display name and a random number, tried anew while taken. */
export async function completeProfileSetup(
  actor: Actor,
  typed: ProfileSetup,
): Promise<Result<{ username: string }, SetupRefusal>> {
  if (!actor) return refuse({ kind: 'no_user_logged_in' })
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await inTransaction((tx) => complete(tx, actor.id, typed))
    } catch (error) {
      // Somebody took the same username between our look and our write: look again.
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
  const chosen = checked.value.username
  if (chosen && (await isUsernameTaken(tx, id, chosen)))
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
  await recordActivity(tx, { actorId: id, act: 'profile_completed', objectKind: 'profile', objectId: id })
  return ok({ username })
}

/** All mistakes at once, so that nobody meets them one after another. */
function check(draft: Draft, typed: ProfileSetup): Result<Checked, SetupRefusal> {
  const problems: SetupProblems = {}
  const displayName = withoutControls(typed.displayName.normalize('NFC').replace(/\s+/g, ' ')).trim()
  if (displayName === '') problems.displayName = 'missing'
  else if (Array.from(displayName).length > DISPLAY_NAME_LONGEST) problems.displayName = 'too_long'

  const username = sanitiseUsername(typed.username)
  if (username !== '') problems.username = usernameProblem(username, config().brandName) ?? undefined
  else if (typed.username.trim() !== '') problems.username = 'unusable'

  const whatsappNumber = typed.whatsappNumber.trim() === '' ? null : toE164(typed.whatsappNumber)
  if (whatsappNumber === null && typed.whatsappNumber.trim() !== '') problems.whatsappNumber = 'invalid'

  const bio = withoutControls(typed.bio.replaceAll('\r\n', '\n')).trim()
  if (Array.from(bio).length > BIO_LONGEST) problems.bio = 'too_long'

  const birthday = draft.birthday ?? checkBirthday(typed.birthday, problems)
  if (Object.values(problems).some(Boolean) || birthday === null) return refuse({ kind: 'invalid', problems })
  return ok({ displayName, username: username || null, whatsappNumber, bio, birthday })
}

/** Without the characters that nobody types and no screen shows; line breaks stay. */
function withoutControls(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, '')
}

function checkBirthday(parts: ProfileSetup['birthday'], problems: SetupProblems): string | null {
  if (!parts || Object.values(parts).every((part) => part.trim() === '')) {
    problems.birthday = 'missing'
    return null
  }
  const birthday = birthdayOf(parts, now())
  if (!birthday) problems.birthday = 'invalid'
  else if (!isOldEnough(birthday, now())) problems.birthday = 'too_young'
  return birthday
}

async function makeUsername(tx: Tx, id: string, displayName: string): Promise<string> {
  const { brandName } = config()
  for (let attempt = 0; attempt < PROPOSALS; attempt += 1) {
    const proposal = proposeUsername(displayName, attempt, (below) => randomInt(below), brandName)
    if (usernameProblem(proposal, brandName) === null && !(await isUsernameTaken(tx, id, proposal))) return proposal
  }
  throw new Error('no free username was found')
}
