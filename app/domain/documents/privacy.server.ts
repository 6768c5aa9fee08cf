import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    sealed_documents: {
      whose: byId('owner_id'),
      exportedAs: 'your verification documents: kinds and dates',
      hide: ['storage_key', 'sealed_key', 'content_sha256'],
      erased: 'swept',
    },
    sealed_document_views: {
      whose: child('document_id', 'sealed_documents', 'owner_id'),
      exportedAs: 'when staff opened your verification documents, and why',
      hide: ['staff_id'],
      erased: 'kept',
    },
  },
  // Without its key a document can't be opened any more; its bytes go with the next scheduled task.
  erase: ({ id }) => [
    sql`update sealed_documents set sealed_key = null, destroyed_at = app_now(), keep_until = app_now()
    where (owner_id = ${id} or release_id in (select r.id from releases r where r.creator_id = ${id})) and destroyed_at is null`,
  ],
})
