import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  creator_uses: {
    whose: byId('fan_id'),
    exportedAs: 'on which days you viewed whose posts, while your pass is shared by it',
    erased: 'swept',
  },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
