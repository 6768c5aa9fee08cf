import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    earnings: { whose: byId('creator_id'), exportedAs: 'what you earned, sale by sale', erased: 'kept' },
    earning_days: { whose: byId('creator_id'), exportedAs: 'what you earned, day by day', erased: 'kept' },
    post_earning_days: {
      whose: child('post_id', 'posts', 'creator_id'),
      exportedAs: 'what your posts earned, day by day',
      erased: 'kept',
    },
    earning_reversals: {
      whose: byId('creator_id'),
      exportedAs: 'what refunds took back from your earnings',
      erased: 'kept',
    },
  },
})
