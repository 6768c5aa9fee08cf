import type { InvitedRole } from '#app/domain/identity/roles.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isId } from '#app/platform/id.ts'

/** A current member of staff, locked until the transaction ends; null for anybody else. */
export async function lockStaffMember(
  tx: Tx,
  profileId: string,
): Promise<{ profileId: string; email: string; role: InvitedRole } | null> {
  if (!isId(profileId)) return null
  const row = await tx
    .selectFrom('staff_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.profile_id')
    .select(['m.profile_id as profileId', 'p.email', 'm.role'])
    .where('m.profile_id', '=', profileId)
    .where('m.ended_at', 'is', null)
    .forUpdate('m')
    .executeTakeFirst()
  return row ?? null
}
