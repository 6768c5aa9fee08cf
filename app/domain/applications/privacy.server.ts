import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    creator_applications: {
      whose: byId('profile_id'),
      exportedAs: 'your application to become a creator',
      erased: 'blanked',
    },
    application_drafts: {
      whose: child('application_id', 'creator_applications', 'profile_id'),
      exportedAs: 'what you typed in the application and did not send yet',
      erased: 'deleted',
    },
  },
  erase: ({ id }) => [
    sql`delete from application_drafts where application_id in (select a.id from creator_applications a where a.profile_id = ${id})`,
    sql`update creator_applications set first_post_media_id = null, first_post_people = '{}', tags = '{}', address_proof_dated = null, legal_name = null, updated_at = app_now()
      where profile_id = ${id}`,
  ],
})
