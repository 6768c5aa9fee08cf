import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    watermark_codes: {
      whose: byId('account_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'a random number that traces leaked copies: who knows it could forge a mark; without the name of an erased account it stays, so that a copy taken before can be traced',
    },
    media_fingerprints: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: null,
      erased: 'deleted',
      why: 'computed from your photos, to find copies of them',
    },
  },
  erase: ({ id }) => [
    sql`delete from media_fingerprints where media_id in (select m.id from media m where m.owner_id = ${id})`,
  ],
})
