import { sql } from 'kysely'
import { forgetObjects } from '#app/domain/media/forget-objects.server.ts'
import { type Archive, partKeys } from './internal/sealed-parts.server.ts'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy, runAll } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    data_exports: {
      whose: byId('profile_id'),
      exportedAs: 'copies you asked for',
      hide: ['sealed_key'],
      erased: 'blanked',
    },
    account_deletions: {
      whose: byId('profile_id'),
      exportedAs: 'deletions you asked for',
      hide: ['code_hash', 'cancel_hash'],
      erased: 'blanked',
    },
  },
  erase: async ({ id }, tx) => {
    const exports = await tx
      .selectFrom('data_exports')
      .select(['id', 'archives'])
      .where('profile_id', '=', id)
      .where('state', '<>', 'expired')
      .execute()
    await forgetObjects(
      tx,
      exports.flatMap((copy) => partKeys(copy.id, copy.archives as Archive[])),
    )
    await runAll(
      tx,
      sql`update data_exports set state = 'expired', sealed_key = null where profile_id = ${id}`,
      sql`update account_deletions set code_hash = null, cancel_hash = null where profile_id = ${id}`,
      sql`update account_deletions set state = 'erased', erased_at = app_now() where profile_id = ${id} and state = 'waiting'`,
    )
  },
})
