import { currentVersion } from '#app/domain/consents/documents.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { settleStaffMember } from '#app/domain/staff/settle-staff-member.server.ts'

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
