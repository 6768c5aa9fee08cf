import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    media: {
      whose: byId('owner_id'),
      exportedAs: 'your photos, videos and voice notes (the files are in the folder media)',
      hide: ['original_key', 'content_sha256', 'preview'],
      erased: 'deleted',
    },
    media_renditions: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'copies of the originals in other sizes',
    },
    media_streams: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'copies of the originals for adaptive playback',
    },
    media_fetches: {
      whose: byId('viewer_id'),
      exportedAs: 'how many private photos and videos you opened on each day, for a month',
      erased: 'swept',
    },
  },
  erase: ({ id }) => [
    // The rows go now, the bytes with the next scheduled task.
    sql`insert into objects_to_destroy (storage_key)
      select m.original_key from media m where m.owner_id = ${id}
      union select r.storage_key from media_renditions r join media m on m.id = r.media_id where m.owner_id = ${id}
      union select s.storage_key from media_streams s join media m on m.id = s.media_id where m.owner_id = ${id}
      on conflict do nothing`,
    sql`delete from media_streams where media_id in (select m.id from media m where m.owner_id = ${id})`,
    sql`delete from media_renditions where media_id in (select m.id from media m where m.owner_id = ${id})`,
    sql`delete from media where owner_id = ${id}`,
  ],
})
