import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { endSessionsOf } from '#app/domain/identity/end-sessions-of.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import type { StaffMemberRefusal } from './end-staff-member.server.ts'
import { lockStaffMember } from './internal/lock-staff-member.server.ts'
import { canManageStaffMember } from './policy.ts'

/**
 * Gives a member of staff another role; their sessions end, and the next sign-in has the new one. The same role again changes nothing.
 */
export function changeStaffRole(
  actor: Actor,
  profileId: string,
  role: InvitedRole,
): Promise<Result<{ email: string; changed: boolean }, StaffMemberRefusal>> {
  return inTransaction(async (tx) => {
    const member = await lockStaffMember(tx, profileId)
    if (!member) return refuse({ kind: 'not_found' })
    const verdict = canManageStaffMember(actor, member)
    if (!verdict.allowed) return refuse({ kind: 'not_allowed', reason: verdict.reason })
    if (member.role === role) return ok({ email: member.email, changed: false })
    await tx.updateTable('staff_members').set({ role }).where('profile_id', '=', profileId).execute()
    await endSessionsOf(tx, profileId, 'role_changed')
    await publish(tx, {
      actorId: actor!.id,
      event: 'staff_role_changed',
      objectId: profileId,
      detail: { from: member.role, to: role },
    })
    return ok({ email: member.email, changed: true })
  })
}
