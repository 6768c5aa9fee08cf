import { expect, it, vi } from 'vitest'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Charge } from '#app/gateways/flutterwave/port.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { applyCharges } from './internal/apply-charges.server.ts'
import { lockPayment } from '#app/domain/payments/lock-payment.server.ts'
import { recheckPurchase } from './recheck-purchase.server.ts'
import { placeOrder } from './place-order.server.ts'

const fixture = usePaymentFixture()

function paid(reference: string, providerId: string, amountMinor: bigint): Charge {
  return {
    providerId,
    reference,
    status: 'succeeded',
    rawStatus: 'successful',
    amountMinor,
    currency: 'UGX',
    feeMinor: 0n,
    chargedMinor: amountMinor,
    accountId: '17321',
    processorText: 'Approved',
    paymentType: 'mobilemoneyug',
  }
}

const checkFacts = () => ({ left: false, timeOver: false, overSince: now(), at: now() })

async function attempt(txRef: string): Promise<{ id: string; purchase_id: string }> {
  return fixture.one('select id, purchase_id from transactions where flutterwave_tx_ref = $1', [txRef])
}

it('PAY-06 a purchase whose late money is being settled is not abandoned by a new form, and its second payment is refunded', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(started.refusal.kind)
  const txRef = started.value.reference
  expect(await completePurchase({ txRef, left: true })).toEqual({ kind: 'looked', state: 'cancelled' })
  const { id, purchase_id: purchaseId } = await attempt(txRef)
  await fixture
    .owner()
    .query(
      `update subscription_plans set discount_percentage = 10, discount_expires_at = app_now() + interval '1 day' where name = 'monthly'`,
    )

  let open!: () => void
  const held = new Promise<void>((resolve) => (open = resolve))
  let settled!: () => void
  const settling = new Promise<void>((resolve) => (settled = resolve))
  const settlement = inTransaction(async (tx) => {
    await applyCharges(tx, await lockPayment(tx, id, purchaseId), [paid(txRef, '9001', 18_000_000n)], checkFacts())
    settled()
    await held
  })
  await settling
  const again = placeOrder(fan, aStart({ email: fan.email }))
  await vi.waitFor(
    async () =>
      expect(
        await fixture.one(
          `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ).toEqual({ count: 1n }),
    { timeout: 10_000 },
  )
  open()
  await settlement
  expect(await again).toEqual({ ok: true, value: { reference: txRef, link: null } })
  await fixture.owner().query(`update subscription_plans set discount_percentage = 0 where name = 'monthly'`)

  expect(await hasPass(fan.id)).toBe(true)
  expect(await fixture.one('select state from purchases where id = $1', [purchaseId])).toEqual({ state: 'completed' })
  await inTransaction(async (tx) =>
    applyCharges(tx, await lockPayment(tx, id, purchaseId), [paid(txRef, '9002', 18_000_000n)], checkFacts()),
  )
  expect(
    await fixture.all('select provider_id, reason, amount_minor from refunds where transaction_id = $1', [id]),
  ).toEqual([{ provider_id: '9002', reason: 'paid_twice', amount_minor: 18_000_000n }])
})

it('PAY-04 an id in the return address that the gateway does not accept does not hide the payment', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(started.refusal.kind)
  fixture.state.deliver = false
  await fixture.pay(started.value.reference, 'approve')
  expect(await completePurchase({ txRef: started.value.reference, providerId: 'not-a-number' })).toEqual({
    kind: 'looked',
    state: 'succeeded',
  })
})

it('PAY-04 while the gateway has not answered yet, the check reports that instead of nothing', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(started.refusal.kind)
  expect(await recheckPurchase({ txRef: started.value.reference }, 0)).toEqual({ kind: 'still_looking' })
})
