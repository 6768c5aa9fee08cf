import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  activity: { whose: byId('actor_id'), exportedAs: 'what you did', erased: 'kept' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
