import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables, eraseNothing } from '#app/platform/personal-data.server.ts'

export const personalTables = {
  share_fans: { whose: byId('fan_id'), exportedAs: 'what your passes earned in each week', erased: 'kept' },
  share_passes: { whose: byId('fan_id'), exportedAs: 'what became of your passes in each week', erased: 'kept' },
  share_lines: { whose: byId('fan_id'), exportedAs: 'the creators among whom your passes were shared', erased: 'kept' },
  share_payments: { whose: byId('creator_id'), exportedAs: 'your part of fans’ passes, by week', erased: 'kept' },
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export const erase = eraseNothing
