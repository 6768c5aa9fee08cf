import { afterEach, beforeAll, expect, test } from 'vitest'
import { runAudit } from '#app/domain/audit/run-audit.server.ts'
import { earnFeeWeeks } from '#app/domain/creators/earn-fee-weeks.server.ts'
import { lockCreatorOnTheWay } from '#app/domain/creators/lock-creator.server.ts'
import { startFeeWeeks } from '#app/domain/creators/start-fee-weeks.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { setRate } from '#app/domain/settings/rates.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { enlistStaff } from '#tests/support/enlist-staff.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { answerChargeback } from './answer-chargeback.server.ts'
import { askRefund } from './ask-refund.server.ts'
import { decideRefund } from './decide-refund.server.ts'
import { readChargebacks } from './read-chargebacks.server.ts'

const fixture = usePaymentFixture({ max: 14 })
const DAY = 86_400
const NOTE = 'We were slow to look at it.'

beforeAll(async () => {
  const { id } = await fixture.person()
  await inTransaction((tx) =>
    setRate(tx, { kind: 'vat_on_platform_fee', basisPoints: 1_800, setBy: id, reason: 'registered for VAT' }),
  )
})

afterEach(async () => {
  const { breaches } = await runAudit()
  expect(breaches.filter(({ invariant }) => invariant !== 'I5' && invariant !== 'I13')).toEqual([])
})

async function staff(): Promise<Person> {
  const person = await fixture.person({ userType: 'admin', staffRole: 'earnings-manager' })
  await enlistStaff((...asked) => fixture.owner().query(...asked), person.id, 'earnings-manager')
  return person
}

/** A creator whose first week is paid and waits for the approval. */
async function creatorWhoPaid() {
  const creator = await fixture.person({ userType: 'creator' })
  await fixture
    .owner()
    .query(`insert into creators (profile_id, verification_status) values ($1, 'in_review')`, [creator.id])
  const started = await placeOrder(
    creator,
    aStart({ email: creator.email, product: { kind: 'creator_fee', renewal: false } }),
  )
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  const txRef = started.value.reference
  await fixture.pay(txRef, 'approve')
  const { id } = await fixture.one<{ id: string }>('select id from purchases where buyer_id = $1', [creator.id])
  return { creator, txRef, purchaseId: id }
}

async function approve(creator: Person): Promise<void> {
  await fixture
    .owner()
    .query(`update creators set verification_status = 'approved', approved_at = app_now() where profile_id = $1`, [
      creator.id,
    ])
  await inTransaction(async (tx) => {
    await lockCreatorOnTheWay(tx, creator.id)
    await startFeeWeeks(tx, creator.id, now())
  })
}

async function weekIsOver(): Promise<void> {
  await fixture.advance(7 * DAY + 60)
  expect(await earnFeeWeeks()).toBeGreaterThanOrEqual(1)
}

/** Every line that the week and its refunds posted on an account, in their order. */
async function linesOn(purchaseId: string, ...purposes: string[]): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.amount_minor as line from journal_entries e
     join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where a.purpose = any($2) and e.cause_id in (select id from creator_fee_weeks where purchase_id = $1
       union all select id from refunds where purchase_id = $1 union all select id from chargebacks where purchase_id = $1)
     order by e.recorded_at, e.id, p.line`,
    [purchaseId, purposes],
  )
  return rows.map((row) => row.line)
}
const tax = (purchaseId: string) => linesOn(purchaseId, 'taxes_payable')

test('CSUB-03 PAY-08 a bank reverses an earned week with its VAT, and both are reinstated when it was wrong', async () => {
  const { creator, txRef, purchaseId } = await creatorWhoPaid()
  await approve(creator)
  await weekIsOver()
  await fixture.scenario('C03', { tx_ref: txRef })
  await readChargebacks()
  const received = [
    'creator_fee_earned creator_fee_revenue -5084700',
    'creator_fee_earned taxes_payable -915300',
    'chargeback_received taxes_payable 915300',
    'chargeback_received creator_fee_revenue 5084700',
  ]
  const accounts = ['taxes_payable', 'creator_fee_revenue']
  expect(await linesOn(purchaseId, ...accounts)).toEqual(received)
  const { id } = await fixture.one<{ id: string }>('select id from chargebacks where purchase_id = $1', [purchaseId])
  await answerChargeback(await staff(), id, { action: 'decline', note: NOTE })
  await fixture.advance(DAY + 60)
  await readChargebacks()
  expect(await linesOn(purchaseId, ...accounts)).toEqual([
    ...received,
    'chargeback_won taxes_payable -915300',
    'chargeback_won creator_fee_revenue -5084700',
  ])
})

async function refundPart(creator: Person, purchaseId: string, ends: boolean): Promise<void> {
  const asked = await askRefund(creator, { purchaseId, note: NOTE, destination: 'source' })
  if (!asked.ok) throw new Error(JSON.stringify(asked.refusal))
  const refund = await fixture.one<{ id: string }>('select id from refunds where purchase_id = $1', [purchaseId])
  const part = { kind: 'grant' as const, amountMinor: 2_000_000n, ends, note: NOTE }
  expect(await decideRefund(await staff(), refund.id, part)).toEqual({ ok: true, value: 'requested' })
  expect(await sendRefunds()).toBe(1)
}

test('CSUB-03 PAY-08 what we keep of a week that ends early is taxed then, and is refunded with that tax', async () => {
  const { creator, txRef, purchaseId } = await creatorWhoPaid()
  await refundPart(creator, purchaseId, true)
  expect(await tax(purchaseId)).toEqual(['refund_decided taxes_payable -610200'])
  await fixture.scenario('C01', { tx_ref: txRef })
  await readChargebacks()
  expect(await tax(purchaseId)).toEqual([
    'refund_decided taxes_payable -610200',
    'chargeback_received taxes_payable 610200',
  ])
})

test('CSUB-03 PAY-08 a part refunded before the week was over is not taxed, and the rest is refunded with all of its tax', async () => {
  const { creator, txRef, purchaseId } = await creatorWhoPaid()
  await refundPart(creator, purchaseId, false)
  expect(await tax(purchaseId)).toEqual([])
  await approve(creator)
  await weekIsOver()
  expect(await tax(purchaseId)).toEqual(['creator_fee_earned taxes_payable -610200'])
  await fixture.scenario('C01', { tx_ref: txRef })
  await readChargebacks()
  expect(await tax(purchaseId)).toEqual([
    'creator_fee_earned taxes_payable -610200',
    'chargeback_received taxes_payable 610200',
  ])
})

test('CSUB-03 PAY-08 a week that never began is refunded whole, and no tax is posted for it', async () => {
  const { txRef, purchaseId } = await creatorWhoPaid()
  await fixture.scenario('C01', { tx_ref: txRef })
  await readChargebacks()
  expect(await linesOn(purchaseId, 'deferred_creator_fees')).toEqual([
    'chargeback_received deferred_creator_fees 6000000',
  ])
  expect(await tax(purchaseId)).toEqual([])
})
