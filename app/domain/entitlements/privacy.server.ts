import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    user_access: {
      whose: byId('user_id'),
      exportedAs: 'access that was granted to you',
      hide: ['granted_by'],
      erased: 'blanked',
    },
    message_unlocks: {
      whose: byId('user_id'),
      exportedAs: 'photos, videos and voice notes you bought in chats',
      erased: 'kept',
    },
    unlocks: { whose: byId('user_id'), exportedAs: 'posts you bought', erased: 'kept' },
  },
  erase: ({ id }) => [
    sql`update user_access set revoked_at = coalesce(revoked_at, app_now()), reason = 'erased' where user_id = ${id}`,
  ],
})
