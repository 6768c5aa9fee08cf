import { describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { refundMark } from '#app/domain/payments/refund.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { auditAfterEach } from '#tests/support/balanced-books.ts'
import { aStart, usePaymentFixture } from '#tests/support/payments.ts'
import { askRefund } from './ask-refund.server.ts'
import { decideRefund } from './decide-refund.server.ts'

const fixture = usePaymentFixture({ max: 14 })

auditAfterEach()
const NOTE = 'It did not open on my phone.'
const DAY = 86_400

async function paid(fan: Person, change: Parameters<typeof aStart>[0] = {}): Promise<string> {
  const result = await placeOrder(fan, aStart({ email: fan.email, ...change }))
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  await fixture.pay(result.value.reference, 'approve')
  const row = await fixture.one<{ purchase_id: string }>(
    'select purchase_id from transactions where flutterwave_tx_ref = $1',
    [result.value.reference],
  )
  return row.purchase_id
}

type Shown = {
  id: string
  state: string
  destination: string
  gateway_refund_id: string | null
  provider_id: string
  attempts: number
}
const refundOf = (purchaseId: string) =>
  fixture.one<Shown>('select * from refunds where purchase_id = $1', [purchaseId])

async function linesOf(refundId: string): Promise<string[]> {
  const rows = await fixture.all<{ line: string }>(
    `select e.kind || ' ' || a.purpose || ' ' || p.currency || ' ' || p.amount_minor as line from journal_entries e
     join postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
     where e.cause_kind = 'refund' and e.cause_id = $1 order by e.recorded_at, e.id, p.line`,
    [refundId],
  )
  return rows.map((row) => row.line)
}

const manager = async () => fixture.person({ userType: 'admin', staffRole: 'earnings-manager' })

async function balanceOf(purpose: string, ownerId: string): Promise<bigint> {
  const row = await fixture.one<{ held: bigint }>(
    `select coalesce(-sum(ledger_balance(id)), 0)::bigint as held from ledger_accounts where purpose = $1 and owner_id = $2`,
    [purpose, ownerId],
  )
  return row.held
}

describe('back to where it came from', () => {
  test('SUB-08 PAY-08 a pass paid in dollars by card is refunded in dollars, and nothing of it is left in shillings', async () => {
    const fan = await fixture.person()
    const byCard = (buyer: Person) =>
      paid(buyer, {
        product: { kind: 'pass', plan: 'monthly', currency: 'USD', renewal: false },
        payer: { name: 'A Fan', email: buyer.email, phone: null, method: 'card', network: null },
      })
    // The gateway keeps its fee, so other dollars complete the refund.
    await byCard(await fixture.person())
    const purchaseId = await byCard(fan)
    expect(await askRefund(fan, { purchaseId, note: NOTE, destination: 'wallet' })).toMatchObject({
      value: { by: 'rule' },
    })
    const refund = await refundOf(purchaseId)
    // A wallet holds shillings: dollars are refunded to their source.
    expect(refund).toMatchObject({ state: 'requested', destination: 'source' })
    const [deferred, exchange, dollars, owed] = await linesOf(refund.id)
    expect(deferred).toMatch(/^refund_decided deferred_pass_revenue UGX \d+$/)
    expect(exchange).toBe(deferred!.replace('deferred_pass_revenue UGX ', 'exchange UGX -'))
    expect(dollars).toBe('refund_decided exchange USD 499')
    expect(owed).toBe('refund_decided refunds_payable USD -499')
    // Foreign cards settle after days: until then the gateway has no dollars to refund with, and the refund waits.
    await sendRefunds()
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'requested', attempts: 1 })
    await fixture.advance(8 * DAY)
    await sendRefunds()
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('WALLET-01 PAY-10 what the wallet paid is refunded into the wallet, at once, whatever destination was chosen', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    await paid(fan, { product: { kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n } })
    const { postId, creatorId } = await fixture.lockedPost(2_000_000n)
    const bought = await placeOrder(fan, {
      product: { kind: 'post_unlock', postId },
      from: 'wallet',
      returnTo: {},
      attempt: randomToken(),
      shownMinor: null,
    })
    if (!bought.ok) throw new Error(bought.refusal.kind)
    await fixture.owner().query(`update posts set state = 'removed' where id = $1`, [postId])
    expect(await askRefund(fan, { purchaseId: bought.value.reference, note: '', destination: 'source' })).toMatchObject(
      { ok: true },
    )
    expect(await refundOf(bought.value.reference)).toMatchObject({
      state: 'completed',
      destination: 'wallet',
      provider_id: null,
    })
    expect(await balanceOf('wallet', fan.id)).toBe(5_000_000n)
    expect(await balanceOf('creator_pending', creatorId)).toBe(0n)
    expect(await sendRefunds()).toBe(0)
  })

  test('WALLET-01 PAY-10 a top-up is refunded as far as the wallet still holds it, and a wallet is never below zero', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const purchaseId = await paid(fan, { product: { kind: 'wallet_top_up', amountMinor: 5_000_000n, restMinor: 0n } })
    const { postId } = await fixture.lockedPost(2_000_000n)
    await placeOrder(fan, {
      product: { kind: 'post_unlock', postId },
      from: 'wallet',
      returnTo: {},
      attempt: randomToken(),
      shownMinor: null,
    })
    expect(await askRefund(fan, { purchaseId, note: NOTE, destination: 'wallet' })).toMatchObject({
      value: { by: 'person' },
    })
    const { id } = await refundOf(purchaseId)
    const staff = await manager()
    const grant = (amountMinor: bigint) =>
      decideRefund(staff, id, { kind: 'grant', amountMinor, ends: true, note: 'The account is closed.' })
    expect(await grant(5_000_000n)).toEqual({ ok: false, refusal: { kind: 'already_spent' } })
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'asked' })
    expect(await grant(3_000_000n)).toEqual({ ok: true, value: 'requested' })
    expect(await balanceOf('wallet', fan.id)).toBe(0n)
    await sendRefunds()
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'sent', destination: 'source' })
  })

  test('EARN-01 PAY-08 after seven days it comes out of available earnings, then becomes a debt', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    const { postId, creatorId } = await fixture.lockedPost(2_000_000n)
    const purchaseId = await paid(fan, { product: { kind: 'post_unlock', postId } })
    const { releaseEarnings } = await import('#app/domain/earnings/release-earnings.server.ts')
    await fixture.advance(8 * DAY)
    await releaseEarnings()
    expect(await balanceOf('creator_available', creatorId)).toBe(1_600_000n)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    const { id } = await refundOf(purchaseId)
    await decideRefund(await manager(), id, {
      kind: 'grant',
      amountMinor: 2_000_000n,
      ends: true,
      note: 'It was not delivered.',
    })
    expect(await balanceOf('creator_available', creatorId)).toBe(0n)
    expect(await linesOf(id)).toContain('refund_decided creator_available UGX 1600000')
  })
})

describe('what can go wrong on the way', () => {
  test('PAY-08 the server died after the gateway had accepted it: found by our mark, posted once, sent once', async () => {
    const fan = await fixture.person()
    const purchaseId = await paid(fan)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    const refund = await refundOf(purchaseId)
    await fixture
      .owner()
      .query(
        `update refunds set state = 'sending', attempts = 1, sending_at = app_now(), next_check_at = app_now() where id = $1`,
        [refund.id],
      )
    await paymentGateway().createRefund({
      providerId: refund.provider_id,
      amount: { amountMinor: 18_000_000n, currency: 'UGX' },
      comments: refundMark(refund.id, 1),
    })
    await Promise.all([sendRefunds(), sendRefunds(), sendRefunds()])
    await sendRefunds()
    const after = await refundOf(purchaseId)
    expect(after).toMatchObject({ state: 'sent', attempts: 1 })
    const found = await paymentGateway().findRefunds(refund.provider_id)
    expect(found.kind === 'ok' && found.value.map((one) => one.refundId)).toEqual([after.gateway_refund_id])
    expect((await linesOf(refund.id)).filter((line) => line.startsWith('refund_sent'))).toHaveLength(2)
  })

  test('PAY-08 the gateway’s notification is a hint: the refund is checked sooner, and only the check counts', async () => {
    const fan = await fixture.person()
    const purchaseId = await paid(fan)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    await fixture.scenario('R06')
    await sendRefunds()
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'sent' })
    // The scheduled task would check next after six hours; the notification of the end comes after a day.
    await fixture.advance(3_700)
    await sendRefunds()
    await fixture
      .owner()
      .query(`update refunds set next_check_at = app_now() + interval '9 days' where purchase_id = $1`, [purchaseId])
    await fixture.advance(DAY)
    await fixture.settled()
    await sendRefunds()
    expect(await refundOf(purchaseId)).toMatchObject({ state: 'completed' })
  })
})
