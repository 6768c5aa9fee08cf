import { currentVersion } from '#app/domain/consents/documents.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { settleStaffMember } from '#app/domain/staff/settle-staff-member.server.ts'
import { db } from '#app/platform/db.server.ts'

/** One admin of each role. */
export const DEMO_STAFF: readonly { email: string; displayName: string; role: InvitedRole }[] = [
  { email: 'moderator@peach.example', displayName: 'Ruth N.', role: 'content-moderator' },
  { email: 'earnings@peach.example', displayName: 'Peter K.', role: 'earnings-manager' },
  { email: 'support@peach.example', displayName: 'Sarah A.', role: 'support' },
  { email: 'super@peach.example', displayName: 'Moses W.', role: 'super-admin' },
]

/** Adds the demo's staff, also to demo data that exists already; nothing changes if they exist with this password. */
export async function settleDemoStaff(password: string): Promise<void> {
  const termsVersion = currentVersion('terms').version
  for (const person of DEMO_STAFF) await settleStaffMember({ ...person, password, termsVersion })
}

/** The demo's admin of a role, with the rights of the role and a fresh proof: nobody signs in for what the demo shows. */
export async function findStaff(role: InvitedRole): Promise<Person | null> {
  const { email } = DEMO_STAFF.find((person) => person.role === role)!
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'email', 'display_name as displayName', 'username', 'birthday', 'phone'])
    .select(['profile_completed as profileCompleted', 'avatar_media_id as avatarMediaId'])
    .where('email', '=', email)
    .executeTakeFirst()
  const noSession = { enrolsAs: null, sessionId: '', mfaAt: null, freshlyProved: true }
  return row
    ? { ...row, ...noSession, userType: 'admin', staffRole: role, accountStatus: 'active', isBlocked: false }
    : null
}
