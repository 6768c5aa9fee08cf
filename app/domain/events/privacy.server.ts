import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    activity: { whose: byId('actor_id'), exportedAs: 'what you did', erased: 'kept' },
    event_outbox: {
      whose: byId('about_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'what other people were told, such as the receipt of a fan; kept for 30 days',
    },
  },
  erase: ({ id }) => [sql`delete from event_outbox where about_id = ${id}`],
})
