import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    post_likes: { whose: byId('fan_id'), exportedAs: 'posts you like', erased: 'deleted' },
  },
  erase: ({ id }) => [sql`delete from post_likes where fan_id = ${id}`],
})
