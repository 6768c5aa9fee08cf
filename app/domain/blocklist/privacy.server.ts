import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

const AGAINST_REPEATS = 'it keeps removed media from being posted again, by anybody'

export const privacy = definePrivacy({
  tables: {
    blocked_media: {
      whose: byId('owner_id'),
      exportedAs: 'media of yours that were blocked, and why',
      hide: ['content_sha256', 'blocked_by', 'unblocked_by'],
      erased: 'blanked',
      why: AGAINST_REPEATS,
    },
    blocked_fingerprints: {
      whose: child('block_id', 'blocked_media', 'owner_id'),
      exportedAs: null,
      erased: 'kept',
      why: AGAINST_REPEATS,
    },
    blocked_matches: {
      whose: child('post_id', 'posts', 'creator_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'computed from your photos and from those of others',
    },
  },
  erase: ({ id }) => [
    sql`update blocked_media set reason = '' where owner_id = ${id}`,
    sql`delete from blocked_matches where post_id in (select p.id from posts p where p.creator_id = ${id})`,
  ],
})
