import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    consents: { whose: byId('profile_id'), exportedAs: 'what you agreed to', erased: 'kept' },
  },
})
