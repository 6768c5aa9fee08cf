import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { readingHashes } from '#app/platform/secrets.server.ts'

/** The set-up of a browser while it can be finished: begun with an invite that wasn't deleted, within the day. */
export function setupOf(connection: Db | Tx, setupToken: string) {
  return connection
    .selectFrom('staff_setups as s')
    .innerJoin('admin_invites as i', 'i.id', 's.invite_id')
    .select([
      's.id',
      's.profile_id as profileId',
      's.email',
      's.display_name as displayName',
      's.role',
      's.sealed_totp as sealedTotp',
      'i.role as fixedRole',
      'i.id as inviteId',
      sql<boolean>`s.picture is not null`.as('hasPicture'),
    ])
    .where('s.token_hash', 'in', readingHashes('token', setupToken))
    .where('s.finished_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`app_now()`)
    .where('i.deleted_at', 'is', null)
}
