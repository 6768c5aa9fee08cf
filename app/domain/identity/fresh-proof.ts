import type { Person } from './actor.ts'
import { workingRole } from './second-factor-policy.ts'

/** What is hashed for a code stands with its row's id, so that equal codes don't have equal hashes. */
export function proofCodeSecret(id: string, code: string): string {
  return `session-proof:${id}:${code}`
}

/** Fans and creators prove by a mailed code or a passkey; staff by what they sign in with, since their mailbox gives them nothing. */
export function provesByMail(actor: Person): boolean {
  return workingRole(actor) === null && (actor.userType === 'fan' || actor.userType === 'creator')
}
