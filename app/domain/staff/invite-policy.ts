import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type InviteDenial = 'not_permitted' | 'own_address'

/** Whether the actor may see, delete and restore invites. */
export function canManageInvites(actor: Actor): Verdict<InviteDenial> {
  return hasPermission(actor, 'invites.manage') ? allow : deny('not_permitted')
}

/** Nobody invites themselves: a second account would decide on the first one's work. */
export function canInvite(actor: Actor, email: string): Verdict<InviteDenial> {
  const verdict = canManageInvites(actor)
  if (!verdict.allowed) return verdict
  return actor?.email === email ? deny('own_address') : allow
}
