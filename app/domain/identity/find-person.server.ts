import { db } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'

/**
 * A fan or creator by id, for what scheduled tasks do in their name by their own choice: without a session or staff rights. Null where
 * there is no such person, or the account isn't active.
 */
export async function findPerson(personId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'display_name as displayName', 'username', 'user_type as userType', 'birthday', 'phone'])
    .select(['profile_completed as profileCompleted', 'avatar_media_id as avatarMediaId'])
    .where('id', '=', personId)
    .where('account_status', '=', 'active')
    .where('is_blocked', '=', false)
    .where('user_type', 'in', ['fan', 'creator'])
    .executeTakeFirst()
  if (!row) return null
  const noSession = { staffRole: null, enrolsAs: null, sessionId: '', mfaAt: null, freshlyProved: false }
  return { ...row, ...noSession, accountStatus: 'active', isBlocked: false }
}
