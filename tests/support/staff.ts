import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { skipSecondFactor } from '#app/domain/staff/skip-second-factor.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { keepOwner } from '#app/domain/staff/keep-owner.server.ts'
import { settleStaffMember } from '#app/domain/staff/settle-staff-member.server.ts'

export const OWNER = { email: 'owner@peach.example', secretKey: 'a key that only the owner knows' } as const
export const STAFF_PASSWORD = 'a password of somebody who works here'

export function anOwner(): Promise<unknown> {
  return keepOwner(OWNER)
}

/** A staff member with a role and STAFF_PASSWORD. Returns the address. */
export async function aStaffMember(role: InvitedRole, email = `${role}@peach.example`): Promise<string> {
  await settleStaffMember({ email, displayName: role, role, password: STAFF_PASSWORD, termsVersion: '1.0' })
  return email
}

/** Lets a session of staff continue without the second factor of its role, as the demo's button does. Returns the same token. */
export async function withoutFactor(sessionToken: string): Promise<string> {
  const found = await findPersonBySession(sessionToken)
  if (found?.person.enrolsAs) {
    const skipped = await skipSecondFactor(found.person)
    if (!skipped.ok) throw new Error(skipped.refusal.kind)
  }
  return sessionToken
}

/** The session's token as a browser keeps it. */
export function findSessionCookie(jar: ReadonlyMap<string, string>): string {
  return decodeURIComponent([...jar].find(([name]) => name.endsWith('peach_session'))![1])
}
