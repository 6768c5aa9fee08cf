import { sql } from 'kysely'
import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    staff_members: { whose: byId('profile_id'), exportedAs: null, erased: 'kept', why: 'staff leave by another way' },
    staff_sign_in_steps: { whose: byId('profile_id'), exportedAs: null, erased: 'deleted', why: 'of staff alone' },
    staff_setups: {
      whose: [{ column: 'email', holds: 'email' }],
      exportedAs: null,
      erased: 'kept',
      why: 'of staff alone, for a day',
    },
    owner_auth: { whose: byId('profile_id'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
    invite_codes: {
      whose: child('invite_id', 'admin_invites', 'created_by'),
      exportedAs: null,
      erased: 'kept',
      why: 'of staff alone, for a day',
    },
    admin_invites: { whose: byId('created_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  },
  erase: ({ id }) => [sql`delete from staff_sign_in_steps where profile_id = ${id}`],
})
