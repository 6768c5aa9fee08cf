import { beforeEach, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import type { StaffRole } from '#app/domain/identity/roles.ts'
import { completePurchase } from '#app/domain/purchases/complete-purchase.server.ts'
import { abandonReview } from '#app/domain/purchases/abandon-review.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { runAudit } from '../audit/run-audit.server.ts'
import { type DifferenceFilter, listDifferences } from './queries.server.ts'
import { reconcileGateway } from './reconcile-gateway.server.ts'
import { settleDifference } from './settle-difference.server.ts'
import { listing } from '#tests/support/listing.ts'

const fixture = usePaymentFixture({ max: 6 })

const staff = (staffRole: StaffRole): Promise<Person> => fixture.person({ userType: 'admin', staffRole })

beforeEach(async () => {
  await fixture.owner().query('delete from reconciliation_differences')
})

/** The queue's differences about a payment; the gateway has forgotten those of earlier tests. */
async function differencesOf(reference: string, filter: DifferenceFilter = 'open') {
  const { id } = await paymentOf(reference)
  return (await listDifferences(listing(filter, { limit: 50 }))).filter((one) => one.objectId === id)
}

const kinds = async (reference: string, filter?: DifferenceFilter) =>
  (await differencesOf(reference, filter)).map((one) => one.kind)

/** Nobody runs the scheduled tasks here, so many are overdue. */
const breaches = async () => (await runAudit()).breaches.filter(({ invariant }) => invariant !== 'I13')

async function aPayment(fan?: Person): Promise<string> {
  const payer = fan ?? (await fixture.person())
  const started = await placeOrder(payer, aStart({ email: payer.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  return started.value.reference
}

const paymentOf = (reference: string) =>
  fixture.one<{ id: string; status: string; purchase: string }>(
    `select t.id, t.status, p.state as purchase from transactions t join purchases p on p.id = t.purchase_id
     where t.flutterwave_tx_ref = $1`,
    [reference],
  )

const statusOf = async (reference: string) => (await paymentOf(reference)).status

async function inReview(reference: string, scenario: string): Promise<void> {
  await fixture.scenario(scenario, { tx_ref: reference })
  await fixture.pay(reference, 'approve')
  await completePurchase({ txRef: reference })
  if ((await statusOf(reference)) === 'review') return
  await fixture.advance(25 * 3_600)
  await completePurchase({ txRef: reference })
}

const note = 'The gateway says that nobody was charged'

test('ADMIN-07 PAY-07 a payment that stays unclear for a day waits for staff; once abandoned, it stays so and the payer may start again', async () => {
  const fan = await fixture.person()
  const reference = await aPayment(fan)
  await inReview(reference, 'P18')
  expect(await statusOf(reference)).toBe('review')
  expect(await reconcileGateway()).toMatchObject({ opened: 1 })
  expect(await reconcileGateway()).toMatchObject({ opened: 0 })
  const [difference] = await differencesOf(reference)
  expect(difference).toMatchObject({ kind: 'payment_unclear', amountMinor: null, objectKind: 'transaction' })
  expect(await settleDifference(await staff('support'), difference!.id, note)).toMatchObject({
    refusal: { kind: 'not_permitted' },
  })
  expect(await statusOf(reference)).toBe('review')

  const manager = await staff('earnings-manager')
  expect(await settleDifference(manager, difference!.id, note)).toMatchObject({ ok: true })
  // Checks by the payer and by the scheduled task, while the gateway's answer stays the same.
  for (let check = 0; check < 2; check += 1) {
    await completePurchase({ txRef: reference })
    await reconcileGateway()
  }
  expect(await statusOf(reference)).toBe('failed')
  expect(await kinds(reference)).toEqual([])
  expect(
    await fixture.one(`select actor_id as by from activity where event = 'payment_given_up' order by id desc limit 1`),
  ).toEqual({ by: manager.id })
  expect(await aPayment(fan)).not.toBe(reference)

  expect(await breaches()).toEqual([])
})

test('ADMIN-07 PAY-06 money that arrives after its payment was abandoned still buys the product', async () => {
  const reference = await aPayment()
  // It stays pending for six hours; the payment is older than a day.
  await fixture
    .owner()
    .query(`update transactions set created_at = created_at - interval '25 hours' where flutterwave_tx_ref = $1`, [
      reference,
    ])
  await inReview(reference, 'P17')
  expect(await statusOf(reference)).toBe('review')
  await reconcileGateway()
  const [difference] = await differencesOf(reference)
  expect(await settleDifference(await staff('earnings-manager'), difference!.id, note)).toMatchObject({ ok: true })
  expect(await statusOf(reference)).toBe('failed')

  await fixture.advance(7 * 3_600)
  await completePurchase({ txRef: reference })
  expect(await paymentOf(reference)).toMatchObject({ status: 'succeeded', purchase: 'completed' })
  expect(await breaches()).toEqual([])
})

test('ADMIN-07 PAY-06 money in an unsupported currency is reported once, and settling abandons its payment', async () => {
  const reference = await aPayment()
  await inReview(reference, 'P24')
  await reconcileGateway()
  expect(await kinds(reference)).toEqual(['charge_unbooked'])
  const [difference] = await differencesOf(reference)
  const manager = await staff('earnings-manager')
  expect(await settleDifference(manager, difference!.id, note)).toMatchObject({ ok: true })
  expect(await statusOf(reference)).toBe('failed')
  await reconcileGateway()
  expect(await kinds(reference)).toEqual([])
  expect(await breaches()).toEqual([])
})

test('ADMIN-07 PAY-10 what we hold of a payment in review is decided among the refunds, and never abandoned', async () => {
  const reference = await aPayment()
  await inReview(reference, 'P22')
  expect(await statusOf(reference)).toBe('review')
  await reconcileGateway()
  expect(await kinds(reference)).toEqual([])
  const { id } = await fixture.one<{ id: string }>('select id from transactions where flutterwave_tx_ref = $1', [
    reference,
  ])
  expect(await inTransaction(async (tx) => abandonReview(tx, (await staff('earnings-manager')).id, id))).toBe(false)
  expect(await statusOf(reference)).toBe('review')
})
