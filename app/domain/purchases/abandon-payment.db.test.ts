import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hasPass } from '#app/domain/entitlements/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { db } from '#app/platform/db.server.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { abandonPayment } from './abandon-payment.server.ts'
import { callbackView } from './callback-view.ts'
import { completePurchase } from './complete-purchase.server.ts'
import { findPayment } from './queries.server.ts'
import { reconcilePayments } from './reconcile-payments.server.ts'
import { lookUpPayments, recheckForStaff } from './staff-queries.server.ts'
import { placeOrder } from './place-order.server.ts'

const fixture = usePaymentFixture({ max: 6 })
const DAY_SECONDS = 86_400

/** A fan who started to pay for a pass; the gateway answers as `scenario` defines. */
async function waitingFan(scenario = 'P18'): Promise<{ fan: Person; reference: string }> {
  const fan = await fixture.person()
  const started = await placeOrder(fan, aStart({ email: fan.email }))
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  const { reference } = started.value
  await fixture.scenario(scenario, { tx_ref: reference })
  await fixture.pay(reference, 'approve')
  await completePurchase({ txRef: reference })
  return { fan, reference }
}

const as = (person: Person | null) => ({ accountId: person?.id ?? null, checkoutToken: null })

async function viewOf(fan: Person, reference: string): Promise<string> {
  const payment = await findPayment(reference, as(fan))
  return callbackView({ ...payment!, claimed: 'nothing', checkFailed: false, checkedNow: true })
}

describe('a payment without an answer', () => {
  test('PAY-07 after a day its page shows that no answer has come, and not that money arrived', async () => {
    const { fan, reference } = await waitingFan()
    expect(await viewOf(fan, reference)).toBe('waiting')
    await fixture.advance(DAY_SECONDS + 60)
    await completePurchase({ txRef: reference })
    expect(await viewOf(fan, reference)).toBe('unanswered')
  })

  test('PAY-07 its buyer may stop waiting after one day, not earlier, and can pay again at once', async () => {
    const { fan, reference } = await waitingFan()
    expect(await abandonPayment(as(fan), reference)).toMatchObject({ ok: false, refusal: { kind: 'too_early' } })
    await fixture.advance(DAY_SECONDS + 60)
    await completePurchase({ txRef: reference })
    const blocked = await placeOrder(fan, aStart({ email: fan.email }))
    expect(blocked).toMatchObject({ ok: true, value: { reference, link: null } })
    expect(await abandonPayment(as(fan), reference)).toMatchObject({ ok: true })
    expect(await abandonPayment(as(fan), reference)).toMatchObject({ refusal: { kind: 'nothing_to_abandon' } })
    const again = await placeOrder(fan, aStart({ email: fan.email }))
    expect(again.ok && again.value.reference).not.toBe(reference)
    expect(again.ok && again.value.link).toContain('http')
  })

  test('PAY-07 no other person can end it: neither a visitor nor another fan', async () => {
    const { reference } = await waitingFan()
    await fixture.advance(DAY_SECONDS + 60)
    await completePurchase({ txRef: reference })
    for (const stranger of [null, await fixture.person()])
      expect(await abandonPayment(as(stranger), reference)).toMatchObject({ refusal: { kind: 'not_found' } })
    expect(await abandonPayment(as(null), 'peach_pass_monthly_1_00')).toMatchObject({ refusal: { kind: 'not_found' } })
  })

  test('PAY-07 a payment whose money arrived and does not match cannot be abandoned', async () => {
    const { fan, reference } = await waitingFan('P22')
    await fixture.advance(DAY_SECONDS + 60)
    expect(await viewOf(fan, reference)).toBe('in_review')
    expect(await abandonPayment(as(fan), reference)).toMatchObject({ refusal: { kind: 'nothing_to_abandon' } })
  })

  test('PAY-07 money that arrives later still buys the pass, without another visit', async () => {
    // The gateway confirms the payment after six hours; the payment began a day ago.
    const { fan, reference } = await waitingFan('P17')
    await fixture
      .owner()
      .query(`update transactions set created_at = created_at - interval '25 hours' where flutterwave_tx_ref = $1`, [
        reference,
      ])
    await completePurchase({ txRef: reference })
    expect(await abandonPayment(as(fan), reference)).toMatchObject({ ok: true })
    expect(await hasPass(fan.id)).toBe(false)
    await fixture.advance(2 * DAY_SECONDS)
    await reconcilePayments()
    expect(await hasPass(fan.id)).toBe(true)
  })
})

describe('support searches for a payment', () => {
  test('PAY-07 by its short or full reference or the account’s address, with the payer masked', async () => {
    const { fan, reference } = await waitingFan()
    const support = await fixture.person({ userType: 'admin', staffRole: 'support' })
    const tail = reference.slice(-8).toUpperCase()
    for (const typed of [reference, `PCH-${tail.slice(0, 4)}-${tail.slice(4)}`, ` ${fan.email} `]) {
      const found = await lookUpPayments(support, typed)
      expect(found.ok && found.value.map((payment) => payment.reference)).toEqual([reference])
      expect(
        JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ).not.toContain(fan.email)
    }
    expect(await lookUpPayments(support, 'PCH-0000-0000')).toEqual({ ok: true, value: [] })
    expect(await recheckForStaff(support, reference)).toMatchObject({ ok: true })
    const { rows } = await sql<{ event: string; times: number }>`
      select event, count(*)::int as times from activity where actor_id = ${support.id} group by event order by event`.execute(
      db,
    )
    expect(rows).toEqual([
      { event: 'payment_looked_up', times: 3 },
      { event: 'payment_rechecked_by_staff', times: 1 },
      { event: 'payment_search_without_hits', times: 1 },
    ])
  })

  test('PAY-07 only roles that may view accounts: no fan, moderator, earnings manager or visitor', async () => {
    const { reference } = await waitingFan()
    const others = [
      null,
      await fixture.person(),
      await fixture.person({ userType: 'admin', staffRole: 'content-moderator' }),
      await fixture.person({ userType: 'admin', staffRole: 'earnings-manager' }),
    ]
    for (const other of others) {
      expect(await lookUpPayments(other, reference)).toMatchObject({ ok: false })
      expect(await recheckForStaff(other, reference)).toMatchObject({ ok: false })
    }
  })
})
