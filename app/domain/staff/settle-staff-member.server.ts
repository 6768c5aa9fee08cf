import { sql } from 'kysely'
import { publish } from '#app/domain/events/publish.server.ts'
import { endSessionsOf } from '#app/domain/identity/end-sessions-of.server.ts'
import { openStaffAccount, raiseAccount } from '#app/domain/identity/keep-staff-account.server.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { hashSecret, verifySecret } from './internal/password-hash.server.ts'

export type SettledStaff = {
  email: string
  displayName: string
  role: InvitedRole
  password: string
  termsVersion: string
}

/**
 * Makes a person a member with this very role and password, whatever was before; changes nothing where it is so already. Only the demo
 * data calls it: elsewhere people join by an invite.
 */
export async function settleStaffMember(person: SettledStaff): Promise<void> {
  const { email, displayName, role, password, termsVersion } = person
  const member = await db
    .selectFrom('staff_members as m')
    .innerJoin('profiles as p', 'p.id', 'm.profile_id')
    .select(['m.role', 'm.password_hash', 'm.ended_at'])
    .where('p.email', '=', email)
    .executeTakeFirst()
  if (member?.role === role && !member.ended_at && (await verifySecret(password, member.password_hash))) return
  const hash = await hashSecret(password)
  await inTransaction(async (tx) => {
    const existing = await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()
    const id = existing?.id ?? newId()
    if (existing) await raiseAccount(tx, id, { userType: 'admin' })
    else await openStaffAccount(tx, { id, email, userType: 'admin', displayName })
    await tx
      .insertInto('staff_members')
      .values({
        profile_id: id,
        role,
        password_hash: hash,
        terms_version: termsVersion,
        terms_accepted_at: sql<Date>`app_now()`,
        sensitive_data_acknowledged_at: sql<Date>`app_now()`,
        toured_at: sql<Date>`app_now()`,
      })
      .onConflict((conflict) =>
        conflict.column('profile_id').doUpdateSet({ role, password_hash: hash, ended_at: null }),
      )
      .execute()
    await endSessionsOf(tx, id, 'role_changed')
    await publish(tx, {
      actorId: null,
      event: 'staff_member_settled',
      objectId: id,
      detail: { role },
    })
  })
}
