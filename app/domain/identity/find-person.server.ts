import { db } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'

/**
 * A fan or creator by id, for what scheduled tasks do in their name by their own choice: without a session or staff rights. Null where
 * there is no such person, or the account isn't active.
 */
export async function findPerson(personId: string): Promise<Person | null> {
  const row = await db
    .selectFrom('profiles')
    .select([
      'id',
      'email',
      'display_name',
      'username',
      'user_type',
      'profile_completed',
      'birthday',
      'avatar_media_id',
    ])
    .select('phone')
    .where('id', '=', personId)
    .where('account_status', '=', 'active')
    .where('is_blocked', '=', false)
    .where('user_type', 'in', ['fan', 'creator'])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    displayName: row.display_name,
    username: row.username,
    userType: row.user_type,
    staffRole: null,
    enrolsAs: null,
    profileCompleted: row.profile_completed,
    birthday: row.birthday,
    accountStatus: 'active',
    isBlocked: false,
    avatarMediaId: row.avatar_media_id,
    phone: row.phone,
    sessionId: '',
    mfaAt: null,
    freshlyProved: false,
  }
}
