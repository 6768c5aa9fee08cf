import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    follows: { whose: byId('fan_id'), exportedAs: 'whom you follow', erased: 'deleted' },
    creator_alerts: {
      whose: byId('fan_id'),
      exportedAs: 'which creators you asked to notify you',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`delete from creator_alerts where fan_id = ${id} or creator_id = ${id}`,
    sql`delete from follows where fan_id = ${id} or creator_id = ${id}`,
  ],
})
