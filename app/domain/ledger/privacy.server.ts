import { type PersonalTables, type Subject, byId, child } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
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
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
