import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  rates: {
    whose: byId('set_by'),
    exportedAs: null,
    erased: 'kept',
    why: 'rates of the platform; who set them is in the activity record',
  },
  settings: { whose: byId('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
  setting_changes: { whose: byId('changed_by'), exportedAs: null, erased: 'kept', why: 'of the owner alone' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
