import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    fan_notes: {
      // The creator's own words: the fan never sees them, in an export either.
      whose: byId('creator_id'),
      exportedAs: 'notes you wrote about fans',
      hide: ['fan_id'],
      erased: 'deleted',
    },
    fan_lists: { whose: byId('creator_id'), exportedAs: 'your lists of fans', erased: 'deleted' },
    fan_list_members: {
      whose: [...byId('fan_id'), ...child('list_id', 'fan_lists', 'creator_id')],
      // On which lists somebody is, is the creator's alone; and who is on them, are other people's ids.
      exportedAs: null,
      why: 'ids of other people, on lists that they never see',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`delete from fan_notes where creator_id = ${id} or fan_id = ${id}`,
    sql`delete from fan_list_members where fan_id = ${id} or list_id in (select l.id from fan_lists l where l.creator_id = ${id})`,
    sql`delete from fan_lists where creator_id = ${id}`,
  ],
})
