import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    posts: { whose: byId('creator_id'), exportedAs: 'your posts', hide: ['draft_tab'], erased: 'blanked' },
    post_media: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: 'which picture belongs to which post',
      erased: 'deleted',
    },
    post_view_days: {
      whose: child('post_id', 'posts', 'creator_id'),
      exportedAs: 'how often each of your posts was opened on each day',
      erased: 'kept',
      why: 'numbers alone',
    },
  },
  erase: ({ id }) => [
    sql`update posts set caption = '', state = 'removed', typed = '{}', tags = '{}', category = null, pinned_at = null,
      teaser_media_id = null, free_seconds = null, cover_media_id = null, refusal = null where creator_id = ${id}`,
    sql`delete from post_media where media_id in (select m.id from media m where m.owner_id = ${id})`,
  ],
})
