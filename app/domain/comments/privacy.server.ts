import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    post_comments: {
      whose: byId('author_id'),
      exportedAs: 'comments you wrote',
      // Whether a creator has muted somebody is not revealed, here either.
      hide: ['muted', 'attempt', 'removed_by'],
      erased: 'deleted',
    },
    comment_mutes: {
      whose: byId('creator_id'),
      exportedAs: 'whose comments you muted',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`delete from post_comments where author_id = ${id}`,
    sql`delete from comment_mutes where creator_id = ${id} or fan_id = ${id}`,
  ],
})
