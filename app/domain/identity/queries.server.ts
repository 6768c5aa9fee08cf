import { sql } from 'kysely'
import { config } from '#app/platform/config.server.ts'
import { db, type Db, type Tx } from '#app/platform/db.server.ts'
import { SESSION_DAYS, STAFF_IDLE_MINUTES } from '#app/domain/settings/constants.ts'
import type { Person } from './actor.ts'
import type { Browser } from './browser.server.ts'
import type { FanDraft } from './fan-onboarding.ts'
import { lastCodeOfBrowser } from './internal/last-code.server.ts'
import { sanitiseUsername } from './sanitise-username.ts'
import { usernameProblem, type UsernameProblem } from './username.ts'

/** What the code screen shows for this browser, or null where it requested nothing lately. `waitSeconds` counts to the next mail. */
export async function findAwaitedCode(browser: Browser): Promise<{
  email: string
  purpose: 'sign_in' | 'sign_up' | 'prove_payment'
  waitSeconds: number
  sentAt: Date
  live: boolean
} | null> {
  const asked = await lastCodeOfBrowser(db, browser)
  if (!asked) return null
  const { email, purpose, sentAt, waitSeconds } = asked
  return { email, purpose, sentAt, waitSeconds, live: Boolean(asked.live) }
}

export type UsernameAvailability = { username: string; state: 'free' | 'taken' | UsernameProblem }

/** Whether a person may take the username they type. Their own one, and one they have given up, count as free. */
export async function findUsernameAvailability(personId: string, typed: string): Promise<UsernameAvailability> {
  const username = sanitiseUsername(typed)
  const problem = usernameProblem(username, config().brandName)
  if (problem) return { username, state: problem }
  return { username, state: (await isUsernameTaken(db, personId, username)) ? 'taken' : 'free' }
}

/** Whether another person has the username, or gave it up so lately that it still leads to them. */
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
  city: string | null
}

/** The current values for the profile's forms. */
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
      'city',
    ])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}

export type OwnSession = {
  id: string
  userAgent: string
  /** /24 or /64 of the address, as it was at the sign-in. */
  network: string
  startedAt: Date
  lastSeenAt: Date
}

/** Where a person is signed in now, the last used first. */
export function listSessions(person: Person): Promise<OwnSession[]> {
  const minutes = idleMinutesOf(person)
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'network', 'created_at as startedAt', 'last_seen_at as lastSeenAt'])
    .where('profile_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where('last_seen_at', '>', sql<Date>`app_now() - make_interval(mins => ${minutes})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

function idleMinutesOf(person: Person): number {
  if (person.userType === 'owner') return STAFF_IDLE_MINUTES.owner
  if (person.userType === 'admin') return STAFF_IDLE_MINUTES.staff
  return (person.userType === 'creator' ? SESSION_DAYS.creator : SESSION_DAYS.fan).idle * 24 * 60
}

export type FanOnboarding = {
  version: number
  draft: FanDraft
  /** By its name. */
  plan: string | null
  alertsChosenAt: Date | null
  updatedAt: Date
}

/** How far somebody is in the fan wizard; null if they haven't begun. */
export async function findFanOnboarding(profileId: string): Promise<FanOnboarding | null> {
  const row = await db
    .selectFrom('fan_onboardings')
    .select(['version', 'plan', 'alerts_chosen_at as alertsChosenAt', 'updated_at as updatedAt'])
    .select([
      'draft_display_name as displayName',
      'draft_day as day',
      'draft_month as month',
      'draft_year as year',
      'draft_city as city',
    ])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  if (!row) return null
  const { displayName, day, month, year, city, ...onboarding } = row
  return { ...onboarding, draft: { displayName, day, month, year, city } }
}
