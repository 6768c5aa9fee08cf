import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    promo_redemptions: {
      whose: child('purchase_id', 'purchases', 'buyer_id'),
      exportedAs: 'promo codes you used',
      hide: ['person_hash'],
      erased: 'kept',
    },
    promo_codes: { whose: byId('created_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  },
})
