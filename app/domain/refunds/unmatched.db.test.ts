import { expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { getDeletionState } from '#app/domain/privacy/queries.server.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { findReceipt } from '#app/domain/purchases/receipts.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { decideRefund, secondRefund } from './decide-refund.server.ts'
import { lockPurchase } from './internal/locked-refund.server.ts'
import { winChargeback } from './internal/win-chargeback.server.ts'
import { findRefund, listRefunds } from './queries.server.ts'
import { readChargebacks } from './read-chargebacks.server.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePaymentFixture({ max: 10 })

auditAfterEach()

async function staff(role: StaffRole): Promise<Person> {
  const person = await fixture.person({ userType: 'admin', staffRole: role })
  await enlistStaff((...asked) => fixture.owner().query(...asked), person.id, role)
  return person
}

type Waiting = { fan: Person; txRef: string; purchaseId: string; refundId: string; amountMinor: bigint }

/** UGX 1,000 where a pass costs more (P22), or a payment in another currency (P24). */
async function waiting(scenario = 'P22', buyer: Person | null = null): Promise<Waiting> {
  const fan = buyer ?? (await fixture.person())
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  const txRef = started.value.reference
  await fixture.scenario(scenario, { tx_ref: txRef })
  await fixture.pay(txRef, 'approve')
  await completePurchase({ txRef })
  const row = await fixture.one<{ id: string; purchase_id: string; amount_minor: bigint }>(
    `select r.id, r.purchase_id, r.amount_minor from refunds r join transactions t on t.id = r.transaction_id where t.flutterwave_tx_ref = $1`,
    [txRef],
  )
  return { fan, txRef, purchaseId: row.purchase_id, refundId: row.id, amountMinor: row.amount_minor }
}

const grant = (person: Person, one: Waiting, destination: 'source' | 'wallet' = 'source') =>
  decideRefund(person, one.refundId, {
    kind: 'grant',
    amountMinor: one.amountMinor,
    ends: true,
    note: 'Paid too little.',
    destination,
  })

const stateOf = async (one: Waiting) =>
  (await fixture.one<{ state: string }>('select state from refunds where id = $1', [one.refundId])).state
const statusOf = async (one: Waiting) =>
  (await fixture.one<{ status: string }>('select status from transactions where flutterwave_tx_ref = $1', [one.txRef]))
    .status
const wallet = async (one: Waiting) =>
  (
    await fixture.one<{ sum: bigint }>(
      `select coalesce(-sum(p.amount_minor), 0)::bigint as sum from postings p join ledger_accounts a on a.id = p.account_id
       where a.purpose = 'wallet' and a.owner_id = $1`,
      [one.fan.id],
    )
  ).sum
const refundMails = (email: string) =>
  mailsTo(email, 'refund_decided', 'refund_sent', 'refund_failed', 'refund_paid_to_wallet')

test('PAY-06 money that does not match waits among the refunds to decide, and is refunded to its payment method', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  expect((await listRefunds(listing('open', { oldestFirst: true }))).map(({ id }) => id)).toContain(one.refundId)
  expect(await findRefund(manager, one.refundId)).toMatchObject({
    reason: 'unmatched',
    note: 'It is less than the price.',
    rest: { amountMinor: one.amountMinor, currency: 'UGX' },
    mayGoToWallet: true,
    may: { decide: true },
  })
  expect(await grant(manager, one)).toEqual({ ok: true, value: 'requested' })
  expect(await statusOf(one)).toBe('succeeded')
  expect((await findReceipt(one.fan.id, one.purchaseId))?.refundDue.amountMinor).toBe(one.amountMinor)
  await sendRefunds()
  expect(await stateOf(one)).toMatch(/sent|completed/)
  const { blockers } = await getDeletionState(one.fan)
  expect(blockers.map(({ kind }) => kind)).not.toContain('open_payments')
  expect(await refundMails(one.fan.email)).toMatchObject([
    { name: 'refund_decided', message: 'It is less than the price. Paid too little.' },
    { name: 'refund_sent' },
  ])
  expect(
    await fixture.one('select actor_id from activity where event = $1 and object_id = $2', [
      'refund_decided',
      one.refundId,
    ]),
  ).toEqual({ actor_id: manager.id })
})

test('PAY-06 it may go to the wallet, whole and at once', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  expect(await grant(manager, one, 'wallet')).toEqual({ ok: true, value: 'requested' })
  expect(await wallet(one)).toBe(one.amountMinor)
  expect(await stateOf(one)).toBe('completed')
})

test('PAY-06 money that was never ours ends nothing, and where nobody’s account is known it goes to no wallet', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  await grant(manager, one)
  expect(await fixture.one('select ends from refunds where id = $1', [one.refundId])).toEqual({ ends: false })
  const other = await waiting()
  await fixture.owner().query(`update purchases set buyer_id = null where id = $1`, [other.purchaseId])
  expect(await grant(manager, other, 'wallet')).toMatchObject({ refusal: { kind: 'no_wallet' } })
  await fixture.owner().query(`update purchases set buyer_id = $2 where id = $1`, [other.purchaseId, other.fan.id])
  expect(await wallet(other)).toBe(0n)
  expect(await stateOf(other)).toBe('asked')
})

test('PAY-06 it is never kept, in part or whole', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  expect(await decideRefund(manager, one.refundId, { kind: 'decline', note: 'We keep it.' })).toMatchObject({
    refusal: { kind: 'not_ours' },
  })
  const less = { kind: 'grant', amountMinor: one.amountMinor - 10_000n, ends: true, note: 'Some of it.' } as const
  expect(await decideRefund(manager, one.refundId, less)).toMatchObject({
    refusal: { kind: 'wrong_amount', problem: 'not_all' },
  })
  expect(await stateOf(one)).toBe('asked')
  expect(await statusOf(one)).toBe('review')
})

test('ROLE-01 nobody refunds money to themselves, and support and moderators to nobody', async () => {
  const manager = await staff('earnings-manager')
  const own = await waiting('P22', manager)
  expect(await grant(manager, own)).toMatchObject({ refusal: { reason: 'own_account' } })
  for (const role of ['support', 'content-moderator'] as const)
    expect(await grant(await staff(role), own)).toMatchObject({ refusal: { reason: 'not_permitted' } })
  expect(await stateOf(own)).toBe('asked')
})

test('PAY-10 above the limit a second person agrees before it leaves', async () => {
  const [first, second] = [await staff('super-admin'), await staff('super-admin')]
  await fixture
    .owner()
    .query(`insert into settings (name, value, changed_by) values ('refundApprovalMinor', '"50000"', $1)`, [first.id])
  const one = await waiting()
  expect(await grant(first, one)).toEqual({ ok: true, value: 'agreed' })
  expect(await secondRefund(first, one.refundId, true)).toMatchObject({ refusal: { reason: 'own_decision' } })
  expect(await stateOf(one)).toBe('agreed')
  expect(await secondRefund(second, one.refundId, true)).toEqual({ ok: true, value: 'requested' })
  expect(await stateOf(one)).toBe('requested')
  await fixture.owner().query(`delete from settings where name = 'refundApprovalMinor'`)
})

test('PAY-06 a hundred decisions at once refund it once', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => grant(manager, one, index % 2 === 0 ? 'wallet' : 'source')),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await sendRefunds()
  const entries = await fixture.one<{ count: number }>(
    `select count(*)::int as count from journal_entries where cause_kind = 'refund' and cause_id = $1`,
    [one.refundId],
  )
  expect(entries.count).toBe(1)
})

test('PAY-08 a bank that reverses it first replaces the refund, and a won dispute makes it wait for a decision again', async () => {
  const manager = await staff('earnings-manager')
  const one = await waiting()
  await fixture.scenario('C01', { tx_ref: one.txRef })
  expect(await readChargebacks()).toBe(1)
  expect(await stateOf(one)).toBe('declined')
  expect(await grant(manager, one)).toMatchObject({ refusal: { reason: 'not_open' } })
  const { id } = await fixture.one<{ id: string }>('select id from chargebacks where purchase_id = $1', [
    one.purchaseId,
  ])
  await inTransaction(async (tx) => {
    const row = await tx.selectFrom('chargebacks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await winChargeback(tx, row, (await lockPurchase(tx, one.purchaseId))!)
    await tx.updateTable('chargebacks').set({ status: 'won' }).where('id', '=', id).execute()
  })
  expect(await stateOf(one)).toBe('asked')
  expect(await grant(manager, one)).toEqual({ ok: true, value: 'requested' })
})
