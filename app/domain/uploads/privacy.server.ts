import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    uploads: { whose: byId('owner_id'), exportedAs: 'files you sent', erased: 'swept' },
  },
  erase: ({ id }) => [
    sql`update uploads set expires_at = app_now() where owner_id = ${id} and state in ('open', 'finished')`,
    sql`delete from uploads where owner_id = ${id} and state in ('accepted', 'gone')`,
  ],
})
