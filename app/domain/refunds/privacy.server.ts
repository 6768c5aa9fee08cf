import { sql } from 'kysely'
import { byId } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    chargeback_spendings: {
      whose: byId('creator_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'evidence of fraud, and about somebody else’s payment',
    },
    chargeback_ties: {
      whose: byId('creator_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'evidence of fraud, and about somebody else’s payment',
    },
    chargebacks: {
      whose: byId('account_id'),
      exportedAs: 'payments that your bank took back',
      hide: ['answered_by', 'answer_note', 'entry_id', 'won_entry_id'],
      erased: 'blanked',
    },
    account_flags: {
      whose: byId('account_id'),
      exportedAs: 'why staff review your account',
      hide: ['cleared_by'],
      erased: 'kept',
    },
  },
  erase: ({ id }) => [sql`update chargebacks set comment = '', answer_note = '' where account_id = ${id}`],
})
