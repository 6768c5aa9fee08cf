import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { type PersonalTables, type Subject, byId } from '#app/platform/personal-data.ts'
import { exportTables } from '#app/platform/personal-data.server.ts'

export const personalTables = {
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
} satisfies PersonalTables

export const exportData = (subject: Subject) => exportTables(personalTables, subject)

export async function erase(tx: Tx, { id }: Subject): Promise<void> {
  await sql`update chargebacks set comment = '', answer_note = '' where account_id = ${id}`.execute(tx)
}
