import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    ledger_corrections: {
      whose: byId('owner_id'),
      exportedAs: 'entries in your accounts that two members of staff made by hand, with the reason',
      hide: ['proposed_by', 'decided_by'],
      erased: 'kept',
    },
    reconciliation_differences: { whose: byId('settled_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  },
})
