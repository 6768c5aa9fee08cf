import { sql } from 'kysely'
import { type KeptNumber, openNumber } from './account-number.server.ts'
import { byId, child, ERASED_NAME } from '#app/platform/personal-data.ts'
import { definePrivacy } from '#app/platform/personal-data.server.ts'

export const privacy = definePrivacy({
  tables: {
    payout_accounts: {
      whose: byId('creator_id'),
      exportedAs: 'accounts that your earnings are or were paid to',
      // The export contains the decrypted number (below).
      hide: ['code_hash', 'name_checked_by', 'sealed_number'],
      erased: 'blanked',
    },
    payouts: { whose: byId('creator_id'), exportedAs: 'your payouts', hide: ['asked_by'], erased: 'blanked' },
    payout_approvals: {
      whose: child('payout_id', 'payouts', 'creator_id'),
      exportedAs: 'when staff agreed to a large payout of yours',
      hide: ['approver_id'],
      erased: 'kept',
    },
    payout_account_reminders: {
      whose: byId('creator_id'),
      exportedAs: 'when you were told that earnings wait for a payout account',
      erased: 'deleted',
    },
    payout_halts: { whose: byId('resumed_by'), exportedAs: null, erased: 'kept', why: 'of staff alone' },
  },
  // The person's own sealed number is decrypted for them.
  opened: {
    payout_accounts: {
      column: 'sealed_number',
      open: (line) => {
        const { sealed_number, ...row } = JSON.parse(line) as KeptNumber
        return JSON.stringify({ ...row, number: openNumber({ ...row, sealed_number }) })
      },
    },
  },
  erase: ({ id }) => [
    sql`update payout_accounts set account_name = ${ERASED_NAME}, code_hash = null, sealed_number = null,
      number = case kind when 'mobile_money' then '+256700000000' else '000000' end where creator_id = ${id}`,
    sql`delete from payout_account_reminders where creator_id = ${id}`,
    sql`update payouts set provider_text = null where creator_id = ${id}`,
  ],
})
