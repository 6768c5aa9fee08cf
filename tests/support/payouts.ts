import { beforeEach, expect } from 'vitest'
import { creatorAccount } from '#app/domain/earnings/earning.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import type { InvitedRole } from '#app/domain/identity/roles.ts'
import { credit, debit } from '#app/domain/ledger/chart.ts'
import { foldAccounts } from '#app/domain/ledger/fold-accounts.server.ts'
import { postEntry } from '#app/domain/ledger/post-entry.server.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { processPayout } from '#app/domain/payouts/process-payout.server.ts'
import { keepPayoutsMoving } from '#app/domain/payouts/send-payouts.server.ts'
import { now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { usePaymentFixture } from './payments.ts'
import { mailsTo } from './mails.ts'

export const shillings = (amount: number): bigint => BigInt(amount) * 100n

/** The payment fixture with staff who run payouts, and creators who have earned. What earlier tests left doesn't change any more. */
export function usePayoutFixture() {
  const fixture = usePaymentFixture({ max: 30 })
  const staff = {} as { manager: Person; ruler: Person }

  beforeEach(async () => {
    staff.manager = await staffMember('earnings-manager')
    staff.ruler = await staffMember('super-admin')
    await fixture.owner().query(`
      update payout_halts set resumed_at = app_now(), resumed_by = '${staff.ruler.id}' where resumed_at is null;
      delete from settings; update payouts set next_check_at = null;
      update payout_accounts set usable_from = 'infinity' where state = 'in_use'`)
    await fixture.control('/control/balance', { currency: 'UGX', available: 1_000_000_000 })
  })

  async function staffMember(role: InvitedRole): Promise<Person> {
    const person = await fixture.person({ userType: 'admin', staffRole: role, displayName: role })
    await enlistStaff((...asked) => fixture.owner().query(...asked), person.id, role)
    return person
  }

  /** An approved creator with a checked account, and so many shillings available. */
  async function creatorWith(amount: number, phone = '+256770000931'): Promise<Person> {
    const creator = await fixture.person({ userType: 'creator', displayName: 'Amina K' })
    await fixture
      .owner()
      .query(`insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now())`, [
        creator.id,
      ])
    await fixture.owner().query(
      `insert into payout_accounts (id, creator_id, kind, bank_code, bank_name, number, account_name, state, code_expires_at,
         confirmed_at, usable_from, name_check, name_checked_by, name_checked_at)
       values ($1, $2, 'mobile_money', 'MTN', 'MTN', $3, 'Amina Kato', 'in_use', app_now(), app_now(), app_now(), 'accepted', $4, app_now())`,
      [newId(), creator.id, phone, staff.manager.id],
    )
    if (amount > 0) await earn(creator.id, amount)
    return creator
  }

  async function earn(creatorId: string, amount: number): Promise<void> {
    await inTransaction((tx) =>
      postEntry(tx, {
        kind: 'test_earning',
        idempotencyKey: newId(),
        causeKind: 'test',
        causeId: newId(),
        happenedAt: now(),
        lines: [
          debit({ purpose: 'gateway_clearing', ownerId: null, currency: 'UGX' }, shillings(amount)),
          credit(creatorAccount('creator_available', creatorId), shillings(amount)),
        ],
      }),
    )
  }

  const payoutsOf = (creatorId: string) =>
    db.selectFrom('payouts').selectAll().where('creator_id', '=', creatorId).orderBy('number').execute()

  return {
    ...fixture,
    staff,
    staffMember,
    creatorWith,
    earn,
    payoutsOf,
    available: async (creatorId: string) => -(await getBalance(creatorAccount('creator_available', creatorId))),
    debt: (creatorId: string) => getBalance(creatorAccount('creator_debt', creatorId)),
    only: async (creatorId: string) => {
      const rows = await payoutsOf(creatorId)
      expect(rows).toHaveLength(1)
      return rows[0]!
    },
    inTransit: async () => {
      await foldAccounts()
      return -(await getBalance({ purpose: 'payouts_in_transit', ownerId: null, currency: 'UGX' }))
    },
    /** What the gateway has under a reference. */
    transfersOf: async (reference: string): Promise<{ status: string; amount: number; fee: number }[]> => {
      const response = await fetch(`${fixture.baseUrl()}/transfers?reference=${reference}`, {
        headers: { authorization: `Bearer ${fixture.key}` },
      })
      return ((await response.json()) as { data: { status: string; amount: number; fee: number }[] }).data
    },
    process: async (creator: Person): Promise<string> => {
      const made = await processPayout(staff.manager, { creatorId: creator.id })
      if (!made.ok) throw new Error(made.refusal.kind)
      return made.value.payoutIds[0]!
    },
    /** Lets so many minutes pass, in steps, and runs the scheduled tasks after each. */
    pass: async (minutes: number, step = 5): Promise<void> => {
      for (let gone = 0; gone < minutes; gone += step) {
        await fixture.advance(step * 60)
        await keepPayoutsMoving()
      }
    },
    mailsOf: async (person: Person): Promise<string[]> => (await mailsTo(person.email)).map(({ name }) => name),
    setSetting: (name: string, value: unknown) =>
      fixture
        .owner()
        .query(
          `insert into settings (name, value, changed_by) values ($1, $2, $3) on conflict (name) do update set value = $2`,
          [name, JSON.stringify(value), staff.ruler.id],
        ),
  }
}
