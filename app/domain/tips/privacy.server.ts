import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    tips: { whose: byId('fan_id'), exportedAs: 'tips you gave', erased: 'blanked' },
  },
  erase: ({ id }) => [sql`update tips set message = '', named = false where fan_id = ${id}`],
})
