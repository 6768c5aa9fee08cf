import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    wallet_holds: {
      whose: byId('owner_id'),
      exportedAs: 'money of your wallet that was set aside, and what became of it',
      hide: ['placed_entry_id', 'ended_entry_id'],
      erased: 'kept',
    },
  },
})
