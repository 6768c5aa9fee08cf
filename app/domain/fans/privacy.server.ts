import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    fan_notes: {
      // The creator's own words: the fan never sees them, in an export either.
      whose: byId('creator_id'),
      exportedAs: 'notes you wrote about fans',
      hide: ['fan_id'],
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [sql`delete from fan_notes where creator_id = ${id} or fan_id = ${id}`],
})
