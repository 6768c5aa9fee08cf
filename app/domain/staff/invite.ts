import { normaliseEmail } from '#app/domain/identity/email.ts'
import { type InvitedRole, STAFF_ROLES } from '#app/domain/identity/roles.ts'

/** The roles that a person may choose whose invite names none. The super-admin role is given only by the inviter. */
export const CHOOSABLE_ROLES: readonly InvitedRole[] = STAFF_ROLES.filter((role) => role !== 'super-admin')

/** The role of a set-up: the invite's, else the chosen one where it may be chosen. */
export function roleOfSetup(setup: { fixedRole: InvitedRole | null; role: InvitedRole | null }): InvitedRole | null {
  return setup.fixedRole ?? CHOOSABLE_ROLES.find((role) => role === setup.role) ?? null
}

export type InviteState = 'used' | 'active' | 'expired'

/** The status of an invite in the list. */
export function inviteState(invite: { used: boolean; expiresAt: Date }, at: Date): InviteState {
  if (invite.used) return 'used'
  return invite.expiresAt > at ? 'active' : 'expired'
}

export type OfficialEmail =
  | { ok: true; email: string }
  | { ok: false; problem: 'missing' | 'no_address' | 'not_official' }

/** An address of the company, in its normal form: the part after the @ equals the domain, and doesn't merely end like it. */
export function readOfficialEmail(typed: string, domain: string): OfficialEmail {
  if (typed.trim() === '') return { ok: false, problem: 'missing' }
  const email = normaliseEmail(typed)
  if (!email) return { ok: false, problem: typed.includes('@') ? 'not_official' : 'no_address' }
  return email.slice(email.lastIndexOf('@') + 1) === domain.toLowerCase()
    ? { ok: true, email }
    : { ok: false, problem: 'not_official' }
}
