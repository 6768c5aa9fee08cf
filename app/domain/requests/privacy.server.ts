import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    custom_requests: {
      whose: byId('fan_id', 'creator_id'),
      exportedAs: 'custom requests: what was asked, for which price, and what became of it',
      hide: ['fan_id', 'creator_id', 'attempt', 'hold_id'],
      // What a fan has taken back is theirs alone.
      blank: { column: 'words', where: `t.state = 'withdrawn' and t.fan_id <> $me` },
      erased: 'blanked',
    },
    custom_request_media: {
      whose: child('media_id', 'media', 'owner_id'),
      exportedAs: 'which picture, video or voice note you delivered for which custom request',
      erased: 'deleted',
    },
    custom_request_offers: {
      whose: byId('creator_id'),
      exportedAs: 'which custom requests you take, and from which price',
      erased: 'deleted',
    },
    custom_request_drafts: {
      whose: byId('fan_id'),
      exportedAs: 'custom requests that you typed and did not send',
      hide: ['creator_id'],
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    // The words are their fan's. What a creator delivered goes with their media.
    sql`update custom_requests set words = '' where fan_id = ${id}`,
    sql`delete from custom_request_media where media_id in (select m.id from media m where m.owner_id = ${id})`,
    sql`delete from custom_request_offers where creator_id = ${id}`,
    sql`delete from custom_request_drafts where fan_id = ${id} or creator_id = ${id}`,
  ],
})
