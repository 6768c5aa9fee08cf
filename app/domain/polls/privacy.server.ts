import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    polls: { whose: child('post_id', 'posts', 'creator_id'), exportedAs: 'your polls', erased: 'deleted' },
    poll_options: {
      whose: child('post_id', 'posts', 'creator_id'),
      exportedAs: 'the options of your polls',
      erased: 'deleted',
    },
    poll_votes: { whose: byId('fan_id'), exportedAs: 'how you voted in polls', erased: 'deleted' },
  },
  erase: ({ id }) => [
    sql`delete from poll_votes where fan_id = ${id}`,
    // With the votes for them.
    sql`delete from poll_options where post_id in (select p.id from posts p where p.creator_id = ${id})`,
    sql`delete from polls where post_id in (select p.id from posts p where p.creator_id = ${id})`,
  ],
})
