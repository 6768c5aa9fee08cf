import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type StaffRole } from '#app/domain/identity/roles.ts'
import { allow, deny, type Verdict } from '#app/platform/verdict.ts'

export type StaffDenial = 'not_permitted' | 'own_account' | 'is_owner'

/**
 * Whether the actor may change the role of a member of staff or end their work. Nobody decides on their own account, and nobody here on
 * the owner.
 */
export function canManageStaffMember(
  actor: Actor,
  member: { profileId: string; role: StaffRole },
): Verdict<StaffDenial> {
  if (!actor || !hasPermission(actor, 'invites.manage')) return deny('not_permitted')
  if (actor.id === member.profileId) return deny('own_account')
  if (member.role === 'owner') return deny('is_owner')
  return allow
}
