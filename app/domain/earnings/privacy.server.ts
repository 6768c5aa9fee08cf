import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  earnings: { whose: byId('creator_id'), exportedAs: 'what you earned, sale by sale', erased: 'kept' },
  earning_reversals: {
    whose: byId('creator_id'),
    exportedAs: 'what refunds took back from your earnings',
    erased: 'kept',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
