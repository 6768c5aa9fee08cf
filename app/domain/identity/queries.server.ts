import { sql } from 'kysely'
import { config } from '#app/platform/config.server.ts'
import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import type { Browser } from './browser.server.ts'
import { lastCodeOfBrowser } from './internal/last-code.server.ts'
import { sanitiseUsername } from './sanitise-username.ts'
import { usernameProblem, type UsernameProblem } from './username.ts'

/** What this browser waits for on the code screen, or null where it asked for nothing lately. `waitSeconds` counts to the next mail. */
export async function findAwaitedCode(browser: Browser): Promise<{
  email: string
  purpose: 'sign_in' | 'sign_up' | 'prove_payment'
  waitSeconds: number
  sentAt: Date
  live: boolean
} | null> {
  const asked = await lastCodeOfBrowser(db, browser)
  return (
    asked && {
      email: asked.email,
      purpose: asked.purpose,
      sentAt: asked.sentAt,
      waitSeconds: asked.waitSeconds,
      live: Boolean(asked.live),
    }
  )
}

export type UsernameAvailability = { username: string; state: 'free' | 'taken' | UsernameProblem }

/** Whether a person may take the username they type. Their own one, and one they have left, count as free. */
export async function findUsernameAvailability(personId: string, typed: string): Promise<UsernameAvailability> {
  const username = sanitiseUsername(typed)
  const problem = usernameProblem(username, config().brandName)
  if (problem) return { username, state: problem }
  return { username, state: (await isUsernameTaken(db, personId, username)) ? 'taken' : 'free' }
}

/** Whether somebody else bears the username, or left it so lately that it still leads to them. */
export async function isUsernameTaken(connection: Db | Tx, personId: string, username: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from profiles where username = ${username} and id <> ${personId})
        or exists (select from former_usernames where username = ${username} and profile_id <> ${personId} and reserved_until > app_now())
      as taken
  `.execute(connection)
  return rows[0]!.taken
}

export type ProfileDraft = {
  displayName: string | null
  username: string | null
  whatsappNumber: string | null
  bio: string
  birthday: string | null
  avatarMediaId: string | null
}

/** What the profile's forms start from. */
export function getProfileDraft(personId: string): Promise<ProfileDraft> {
  return db
    .selectFrom('profiles')
    .select([
      'display_name as displayName',
      'username',
      'whatsapp_number as whatsappNumber',
      'bio',
      'birthday',
      'avatar_media_id as avatarMediaId',
    ])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}
