import { type PersonalTables, type Subject, byId, child } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  promo_redemptions: {
    whose: child('purchase_id', 'purchases', 'buyer_id'),
    exportedAs: 'promo codes you used',
    hide: ['person_hash'],
    erased: 'kept',
  },
  promo_codes: { whose: byId('created_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
