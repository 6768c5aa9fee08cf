import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    posts: { whose: byId('creator_id'), exportedAs: 'your posts', erased: 'blanked' },
    post_media: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: 'which picture belongs to which post',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`update posts set caption = '', state = 'removed' where creator_id = ${id}`,
    sql`delete from post_media where media_id in (select m.id from media m where m.owner_id = ${id})`,
  ],
})
