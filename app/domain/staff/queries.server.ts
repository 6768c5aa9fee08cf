import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { db } from '#app/platform/db.server.ts'

export type StaffMember = {
  profileId: string
  email: string
  displayName: string | null
  role: InvitedRole
  joinedAt: Date
  endedAt: Date | null
}

/** All current and former staff who joined by invite, current ones first. The owner isn't among them. */
export function listStaffMembers(): Promise<StaffMember[]> {
  return db
    .selectFrom('staff_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.profile_id')
    .select([
      'm.profile_id as profileId',
      'p.email',
      'p.display_name as displayName',
      'm.role',
      'm.created_at as joinedAt',
      'm.ended_at as endedAt',
    ])
    .orderBy('m.ended_at', (order) => order.desc().nullsFirst())
    .orderBy('p.email')
    .execute()
}
