import { type PersonalTables, type Subject } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  custom_request_quotes: {
    whose: [
      { column: 'fan_id', holds: 'id' },
      { column: 'creator_id', holds: 'id' },
    ],
    exportedAs: 'prices asked and agreed for custom requests',
    hide: ['fan_id', 'creator_id'],
    erased: 'kept',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
