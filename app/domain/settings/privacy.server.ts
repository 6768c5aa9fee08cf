import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    rates: {
      whose: byId('set_by'),
      exportedAs: null,
      erased: 'kept',
      why: 'rates of the platform; who set them is in the activity record',
    },
    settings: { whose: byId('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
    setting_changes: { whose: byId('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
  },
})
