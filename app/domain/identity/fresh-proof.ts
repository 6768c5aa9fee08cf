import type { Person } from './actor.ts'
import { workingRole } from './second-factor-policy.ts'

/**
 * Fans and creators prove their identity by a mailed code or a passkey; staff by their sign-in credentials, since their mailbox gives
 * them no access.
 */
export function provesByMail(actor: Person): boolean {
  return workingRole(actor) === null && (actor.userType === 'fan' || actor.userType === 'creator')
}
