import { expect, test } from 'vitest'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { loadOwnPass } from './subscription-facts.server.ts'

const fixture = usePaymentFixture({ max: 4 })

test('PAY-10 SUB-06 only a fan whose pass was refunded sees that it was refunded', async () => {
  const fan = await fixture.person()
  expect(await loadOwnPass(fan)).toMatchObject({ pass: null, ended: null, lost: null })
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  expect(await loadOwnPass(fan)).toMatchObject({ pass: { until: expect.any(String) }, lost: null })
  const { id } = await fixture.one<{ id: string }>('select id from purchases where buyer_id = $1', [fan.id])
  expect(await askRefund(fan, { purchaseId: id, note: 'A mistake of mine.', destination: 'wallet' })).toMatchObject({
    ok: true,
  })
  expect(await loadOwnPass(fan)).toMatchObject({ pass: null, ended: null, lost: 'refunded' })
  expect(await loadOwnPass(await fixture.person())).toMatchObject({ lost: null })
})

test('SUB-06a renewing stands out in the last 14 days of a pass only', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  const due = async () => (await loadOwnPass(fan)).pass?.renewalDue
  expect(await due()).toBe(false)
  await fixture.advance(14 * 86_400)
  expect(await due()).toBe(false)
  await fixture.advance(2 * 86_400)
  expect(await due()).toBe(true)
})

test('SUB-06 an expired pass shows its end date, even if another one was refunded', async () => {
  const fan = await fixture.person()
  const buy = async () => {
    const started = await placeOrder(fan, aStart({ email: fan.email }))
    if (!started.ok) throw new Error(JSON.stringify(started.refusal))
    await fixture.pay(started.value.reference, 'approve')
    await fixture.advance(31 * 86_400)
  }
  await buy()
  await fixture.owner().query(`update subscriptions set status = 'refunded' where user_id = $1`, [fan.id])
  await buy()
  expect(await loadOwnPass(fan)).toMatchObject({ pass: null, ended: expect.any(String), lost: null })
})

test('PAY-08 SUB-06 a fan whose bank reversed the payment for a pass sees that, and no refund', async () => {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  await fixture.pay(started.value.reference, 'approve')
  await fixture.scenario('C01', { tx_ref: started.value.reference })
  await readChargebacks()
  expect(await loadOwnPass(fan)).toMatchObject({ pass: null, ended: null, lost: 'charged_back' })
})
