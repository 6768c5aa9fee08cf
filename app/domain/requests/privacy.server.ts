import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    custom_request_quotes: {
      whose: [
        { column: 'fan_id', holds: 'id' },
        { column: 'creator_id', holds: 'id' },
      ],
      exportedAs: 'prices asked and agreed for custom requests',
      hide: ['fan_id', 'creator_id'],
      erased: 'kept',
    },
  },
})
