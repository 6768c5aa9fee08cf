import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    creator_uses: {
      whose: byId('fan_id'),
      exportedAs: 'on which days you viewed whose posts, while your pass is shared by it',
      erased: 'swept',
    },
  },
})
