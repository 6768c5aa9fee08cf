import { db } from '#app/platform/db.server.ts'
import type { Person } from './actor.ts'

/**
 * A fan or creator by id, for what the clock does in their name by their own choice: they have no session then, and no right of staff.
 * Null where there is nobody, or the account isn't in good standing.
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
