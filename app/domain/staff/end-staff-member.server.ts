import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { endSessionsOf } from '#app/domain/identity/end-sessions-of.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { ok, refuse, type Result } from '#app/platform/result.ts'
import { lockStaffMember } from './internal/lock-staff-member.server.ts'
import { canManageStaffMember, type StaffDenial } from './policy.ts'

export type StaffMemberRefusal = { kind: 'not_allowed'; reason: StaffDenial } | { kind: 'not_found' }

/** Ends a member's work here: their sessions end, and /owner-login refuses them. The row stays, for the record. */
export function endStaffMember(
  actor: Actor,
  profileId: string,
): Promise<Result<{ email: string }, StaffMemberRefusal>> {
  return inTransaction(async (tx) => {
    const member = await lockStaffMember(tx, profileId)
    if (!member) return refuse({ kind: 'not_found' })
    const verdict = canManageStaffMember(actor, member)
    if (!verdict.allowed) return refuse({ kind: 'not_allowed', reason: verdict.reason })
    await tx
      .updateTable('staff_members')
      .set({ ended_at: sql<Date>`app_now()` })
      .where('profile_id', '=', profileId)
      .execute()
    await endSessionsOf(tx, profileId, 'staff_ended')
    await publish(tx, {
      actorId: actor!.id,
      event: 'staff_member_ended',
      objectId: profileId,
      detail: { role: member.role },
    })
    return ok({ email: member.email })
  })
}
