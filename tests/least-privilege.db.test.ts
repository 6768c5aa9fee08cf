import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAccounts } from '#app/domain/ledger/open-account.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useDatabase } from '#tests/support/database.ts'

const { owner } = useDatabase()
const text = (statement: string) => sql.raw(statement).execute(db)

describe('what the server\u2019s role may not do, whatever the statement', () => {
  it.each([
    // Orders and payments stay as they were written.
    `update transactions set amount_minor = 1`,
    `update transactions set currency = 'USD'`,
    `update transactions set flutterwave_tx_ref = 'x'`,
    `update transactions set purchase_id = null`,
    `update purchases set amount_minor = 1`,
    `update purchases set product_id = null`,
    `update purchases set buyer_email = 'mallory@mail.example'`,
    `update purchases set checkout_hash = ''`,
    `update gateway_charges set transaction_id = null`,
    `update gateway_charges set account_id = '1'`,
    `update payouts set net_minor = 1`,
    `update payouts set account_id = account_id`,
    `update payouts set reference = 'another'`,
    `update payout_accounts set number = '+256772123456'`,
    `update payout_accounts set sealed_number = 'another'`,
    `update payout_approvals set approver_id = approver_id`,
    `delete from payouts`,
    `update refunds set provider_id = 'another'`,
    `update webhook_events set body = ''`,
    ...[
      'purchases',
      'transactions',
      'gateway_charges',
      'refunds',
      'webhook_events',
      'subscriptions',
      'user_access',
      'unlocks',
    ].map((table) => `delete from ${table}`),
    // Rights are granted by their commands, and never prolonged or transferred.
    `update subscriptions set expires_at = expires_at + interval '1 year'`,
    `update user_access set expires_at = null`,
    `update user_access set user_id = null`,
    `update unlocks set post_id = null`,
    `update creator_listings set creator_id = null`,
    `update creators set verification_status = 'approved'`,
    `update subscription_plans set name = 'monthly'`,
    `update posts set audience = 'public', price_minor = null`,
    `update media set purpose = 'avatar'`,
    `update media set original_key = 'other'`,
    `update post_media set media_id = null`,
    // Accounts and sessions.
    `update profiles set email = 'mallory@mail.example'`,
    `update profiles set account_status = 'active'`,
    `update profiles set is_blocked = false`,
    `delete from profiles`,
    `update sessions set profile_id = null`,
    `update sessions set token_hash = ''`,
    `update sign_in_codes set code_hash = ''`,
    `update sign_in_codes set email = 'mallory@mail.example'`,
    // What gives access to the team's pages.
    `update passkeys set public_key = ''`,
    `update passkeys set profile_id = null`,
    `update admin_invites set role = 'super-admin'`,
    `update admin_invites set expires_at = expires_at + interval '1 year'`,
    `delete from admin_invites`,
    `update staff_setups set email = 'mallory@peach.example'`,
    `update invite_codes set code_hash = ''`,
    // The record, the schema, the roles.
    `update activity set event = 'nothing'`,
    `delete from schema_migrations`,
    `create table loot (a int)`,
    `alter table purchases disable trigger all`,
    `set session_replication_role = replica`,
    `drop view entitlements`,
  ])('%s', async (statement) => {
    await expect(text(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})

describe('the ledger\u2019s rules apply to the server\u2019s role too', () => {
  const accounts: string[] = []
  beforeAll(async () => {
    await inTransaction(async (tx) => {
      accounts.push(...(await openAccounts(tx, [{ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }])))
      accounts.push(...(await openAccounts(tx, [{ purpose: 'refunds_payable', ownerId: null, currency: 'UGX' }])))
    })
  })
  const post = (reverses: string | null, amounts: [bigint, bigint]) =>
    sql`select * from post_journal_entry(${newId()}, 'test', ${newId()}, 'test', ${newId()}, ${now()}, ${reverses}, ${accounts}::uuid[], ${amounts.map(String)}::bigint[])`

  it('an entry that does not balance is refused, even behind temporary tables of the same names', async () => {
    await expect(inTransaction((tx) => post(null, [5n, -4n]).execute(tx))).rejects.toThrow(/does not balance/)
    await expect(
      inTransaction(async (tx) => {
        await sql`create temporary table postings (entry_id uuid, currency text, amount_minor bigint) on commit drop`.execute(
          tx,
        )
        await sql`create temporary table journal_entries (id uuid) on commit drop`.execute(tx)
        await post(null, [5n, -4n]).execute(tx)
      }),
    ).rejects.toThrow(/does not balance/)
  })

  it('a reversal reverses its entry completely or not at all', async () => {
    const { entryId } = await inTransaction((tx) =>
      postEntry(tx, {
        kind: 'test',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId: newId(),
        happenedAt: now(),
        lines: [
          { account: { purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, amountMinor: 700n },
          { account: { purpose: 'refunds_payable', ownerId: null, currency: 'UGX' }, amountMinor: -700n },
        ],
      }),
    )
    await expect(inTransaction((tx) => post(entryId, [-600n, 600n]).execute(tx))).rejects.toThrow(/whole/)
    await expect(inTransaction((tx) => post(entryId, [700n, -700n]).execute(tx))).rejects.toThrow(/whole/)
    await inTransaction((tx) => post(entryId, [-700n, 700n]).execute(tx))
  })

  it('the clock is read only from its own table, and moved only where the demo allows it', async () => {
    const shifted = await inTransaction(async (tx) => {
      await sql`create temporary table app_clock (advanced_by interval) on commit drop`.execute(tx)
      await sql`insert into app_clock values (interval '10 years')`.execute(tx)
      const { rows } = await sql<{ shifted: boolean }>`select app_now() > now() + interval '1 year' as shifted`.execute(
        tx,
      )
      return rows[0]!.shifted
    })
    expect(shifted).toBe(false)
    await owner().query('revoke update (advanced_by) on app_clock from peach_app')
    await expect(text(`update public.app_clock set advanced_by = interval '1 day'`)).rejects.toThrow(
      /permission denied/,
    )
  })
})
