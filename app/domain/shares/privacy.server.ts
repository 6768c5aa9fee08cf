import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    share_fans: { whose: byId('fan_id'), exportedAs: 'what your passes earned in each week', erased: 'kept' },
    share_passes: { whose: byId('fan_id'), exportedAs: 'what became of your passes in each week', erased: 'kept' },
    share_lines: {
      whose: byId('fan_id'),
      exportedAs: 'the creators among whom your passes were shared',
      erased: 'kept',
    },
    share_payments: { whose: byId('creator_id'), exportedAs: 'your part of fans’ passes, by week', erased: 'kept' },
  },
})
