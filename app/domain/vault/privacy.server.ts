import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    vault_folders: { whose: byId('owner_id'), exportedAs: 'the folders of your vault', erased: 'deleted' },
    vault_items: {
      whose: byId('owner_id'),
      exportedAs: 'the names of the files in your vault, and their folders',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`delete from vault_items where owner_id = ${id}`,
    sql`delete from vault_folders where owner_id = ${id}`,
  ],
})
