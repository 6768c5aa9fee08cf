import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'

/**
 * The invite of a token while it can be used: unused, unexpired, not deleted, and made by a person who may still invite. Null for
 * everything else, whatever the reason.
 */
export async function findLiveInvite(connection: Db | Tx, token: string) {
  const row = await connection
    .selectFrom('admin_invites as i')
    .innerJoin('profiles as by', 'by.id', 'i.created_by')
    .leftJoin('staff_members as m', (join) => join.onRef('m.profile_id', '=', 'by.id').on('m.ended_at', 'is', null))
    .select(['i.id', 'i.email', 'i.role', 'i.expires_at as expiresAt', 'by.email as invitedBy'])
    .where('i.invite_token', 'in', readingHashes('token', token))
    .where('i.used', '=', false)
    .where('i.deleted_at', 'is', null)
    .where('i.expires_at', '>', sql<Date>`app_now()`)
    .where((eb) => eb.or([eb('by.user_type', '=', 'owner'), eb('m.role', '=', 'super-admin')]))
    .executeTakeFirst()
  return row ?? null
}
