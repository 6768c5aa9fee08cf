import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  wallet_holds: {
    whose: byId('owner_id'),
    exportedAs: 'money of your wallet that was set aside, and what became of it',
    hide: ['placed_entry_id', 'ended_entry_id'],
    erased: 'kept',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
