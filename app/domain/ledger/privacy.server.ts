import { byId, child } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    ledger_accounts: { whose: byId('owner_id'), exportedAs: 'your accounts in our books', erased: 'kept' },
    ledger_balances: {
      whose: child('account_id', 'ledger_accounts', 'owner_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'the sum of the lines in statements/earnings.csv',
    },
    postings: {
      whose: child('account_id', 'ledger_accounts', 'owner_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'the lines of statements/earnings.csv',
    },
    ledger_unfolded: {
      whose: child('account_id', 'ledger_accounts', 'owner_id'),
      exportedAs: null,
      erased: 'kept',
      why: 'lines that wait to be added to a balance',
    },
  },
})
