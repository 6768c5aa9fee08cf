/**
 * A hundred at the same moment, and exactly the allowed number succeeds. Races that a module's own tests already prove are not
 * repeated here:
 *
 * | race | where |
 * | --- | --- |
 * | spends of the whole wallet on posts, one form, one post from a hundred forms | app/domain/purchases/wallet.db.test.ts |
 * | one form for a tip | app/domain/purchases/tips.db.test.ts |
 * | forms on a wallet for one subscription to a creator | app/domain/purchases/creator-subscription.db.test.ts |
 * | the last uses of a promo code, by the gateway | app/domain/purchases/promo-purchase.db.test.ts |
 * | holds of the whole wallet, releases and returns of one hold | app/domain/wallet/holds.db.test.ts |
 * | one form of a request sent often, acceptances against withdrawals, deliveries against refusals and deadlines | tests/request-races.db.test.ts |
 */
import { describe, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { processWebhookEvent } from '#app/domain/purchases/process-webhook-event.server.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { sendRefunds } from '#app/domain/payments/send-refunds.server.ts'
import { type BalanceOrder, placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { renewPasses } from '#app/domain/purchases/renew-passes.server.ts'
import { answerChargeback } from '#app/domain/refunds/answer-chargeback.server.ts'
import { askRefund } from '#app/domain/refunds/ask-refund.server.ts'
import { decideRefund, secondRefund } from '#app/domain/refunds/decide-refund.server.ts'
import { refundIntoWallet, retryRefund } from '#app/domain/refunds/move-refund.server.ts'
import { readChargebacks } from '#app/domain/refunds/read-chargebacks.server.ts'
import { chooseRenewal } from '#app/domain/subscriptions/choose-renewal.server.ts'
import { paymentGateway } from '#app/gateways/flutterwave/client.server.ts'
import { newId } from '#app/platform/id.ts'
import { aStart, HASH } from '#tests/support/payments.ts'
import { useRaces } from './at-once.ts'
import { bought, fill, fromBalance, paid, PASS, tip } from './flows.ts'
import { makeWorld, type World } from './world.ts'

const { fixture, allowing, asOne, count, entries, accountOf, size } = useRaces('races')
const DAY = 86_400
const NOTE = 'It was not what was promised.'

async function purchaseOf(fan: Person, kind: string): Promise<string> {
  const row = await fixture.one<{ id: string }>(
    'select id from purchases where buyer_id = $1 and kind = $2 order by created_at desc limit 1',
    [fan.id, kind],
  )
  return row.id
}

async function boughtPass(world: World): Promise<{ fan: Person; purchaseId: string }> {
  const fan = world.fans[1]
  await bought(fixture, fan, PASS)
  return { fan, purchaseId: await purchaseOf(fan, 'pass') }
}

describe('a wallet', () => {
  test('WALLET-01 TIP-01 PROF-03 a hundred posts and tips at once for the whole wallet: one is bought', async () => {
    const world = await makeWorld(fixture.owner())
    const [fan] = world.fans
    await fill(fixture, fan, 25_000)
    const requests: BalanceOrder['product'][] = world.creators.flatMap(({ id }, index) => [
      tip(id, 25_000),
      { kind: 'post_unlock', postId: world.posts[index]![0]! },
    ])
    const refused = await allowing(1, (index) => {
      const { balance } = fromBalance(fan, requests[index % requests.length]!).input
      return placeOrder(fan, balance!)
    })
    // What another form bought meanwhile is not for sale any more; everything else costs too much.
    expect(refused.filter((kind) => !['balance_too_small', 'not_permitted', 'not_for_sale'].includes(kind))).toEqual([])
    expect(await accountOf(fan.id, 'wallet')).toBe(0n)
    expect(await count(`select 1 from purchases where buyer_id = $1 and paid_from = 'wallet'`, [fan.id])).toBe(1)
  })

  test('SUB-06 a hundred workers renew one pass at its end for one term, paid once', async () => {
    const { fan } = await boughtPass(await makeWorld(fixture.owner()))
    await fill(fixture, fan, 400_000)
    expect(await chooseRenewal(fan, { mode: 'automatic', shownMinor: 18_000_000n, country: 'UG' })).toMatchObject({
      ok: true,
    })
    const { seconds } = await fixture.one<{ seconds: number }>(
      `select extract(epoch from max(expires_at) - app_now())::int as seconds from subscriptions where user_id = $1`,
      [fan.id],
    )
    await fixture.advance(seconds - 5 * 3_600)
    await asOne(() => renewPasses())
    expect(await count('select 1 from subscriptions where user_id = $1', [fan.id])).toBe(2)
    expect(await accountOf(fan.id, 'wallet')).toBe(220_000n)
  })
})

describe('a promo code', () => {
  test('SUB-04 its last use makes a pass free, and of a hundred fans one gets it', async () => {
    const code = `LAST${newId().slice(-6).toUpperCase()}`
    await fixture.owner().query(
      `insert into promo_codes (id, code, discount_percentage, expires_at, usage_limit, country_restrictions, applicable_plans, is_active)
       values ($1, $2, 100, app_now() + interval '30 days', 1, '{}', '{}', true)`,
      [newId(), code],
    )
    const fans = await Promise.all(Array.from({ length: size }, () => fixture.person()))
    const refused = await allowing(1, (index) =>
      placeOrder(
        fans[index]!,
        aStart({
          email: fans[index]!.email,
          product: { kind: 'pass', plan: 'monthly', currency: 'UGX', renewal: false, promo: code },
        }),
      ),
    )
    expect(refused).toEqual(['promo_refused'])
    expect(await fixture.one('select usage_count from promo_codes where code = $1', [code])).toEqual({ usage_count: 1 })
    const ids = fans.map(({ id }) => id)
    expect(await count('select 1 from subscriptions where user_id = any ($1)', [ids])).toBe(1)
    expect(await count('select 1 from purchases where buyer_id = any ($1)', [ids])).toBe(1)
  })
})

describe('one payment', () => {
  test('PAY-06 a hundred different webhooks, processed by a hundred workers, make one grant and one entry', async () => {
    const world = await makeWorld(fixture.owner())
    const txRef = await paid(fixture, world.fans[1], PASS)
    const [charge] = (await fixture.atGateway(txRef)).transactions
    await asOne(async (index) => {
      const body = { event: 'charge.completed', data: { id: charge!.id, tx_ref: txRef, nth: index } }
      const taken = await receiveWebhookEvent(
        new Headers({ 'verif-hash': HASH }),
        new TextEncoder().encode(JSON.stringify(body)),
      )
      if (!taken.ok) throw new Error(taken.refusal.kind)
      await processWebhookEvent(taken.value.webhookEventId)
    })
    expect(await count('select 1 from subscriptions where user_id = $1', [world.fans[1].id])).toBe(1)
    const { id } = await fixture.one<{ id: string }>('select id from transactions where flutterwave_tx_ref = $1', [
      txRef,
    ])
    expect(await entries(id, 'pass_paid')).toBe(1)
    expect(await count(`select 1 from webhook_events where tx_ref = $1 and state = 'processed'`, [txRef])).toBe(size)
  })

  test('PAY-08 one chargeback read a hundred times reverses the money once, and a hundred answers are one', async () => {
    const world = await makeWorld(fixture.owner())
    const txRef = await bought(fixture, world.fans[0], { kind: 'post_unlock', postId: world.posts[0][1]! })
    await fixture.scenario('C03', { tx_ref: txRef })
    await asOne(() => readChargebacks())
    const purchaseId = await purchaseOf(world.fans[0], 'post_unlock')
    const rows = await fixture.all<{ id: string }>('select id from chargebacks where purchase_id = $1', [purchaseId])
    expect(rows).toHaveLength(1)
    const { id } = rows[0]!
    expect(await entries(id, 'chargeback_received')).toBe(1)
    const refused = await allowing(1, (index) =>
      answerChargeback(world.staff.earnings, id, { action: index % 2 === 0 ? 'accept' : 'decline', note: NOTE }),
    )
    expect(refused).toEqual(['not_open'])
    await fixture.advance(2 * DAY)
    await asOne(() => readChargebacks())
    const { answer, status } = await fixture.one<{ answer: string; status: string }>(
      'select answer, status from chargebacks where id = $1',
      [id],
    )
    expect(status).toBe(answer === 'accept' ? 'lost' : 'won')
    expect(await entries(id, 'chargeback_won')).toBe(status === 'won' ? 1 : 0)
  })
})

describe('one refund', () => {
  test('PAY-10 a refund requested a hundred times, to the wallet and to the source, is one', async () => {
    const { fan, purchaseId } = await boughtPass(await makeWorld(fixture.owner()))
    const refused = await allowing(1, (index) =>
      askRefund(fan, { purchaseId, note: NOTE, destination: index % 2 === 0 ? 'source' : 'wallet' }),
    )
    expect(refused).toEqual(['nothing_to_ask'])
    expect(await count('select 1 from refunds where purchase_id = $1', [purchaseId])).toBe(1)
  })

  test('PAY-10 a refund decided a hundred times, granted and declined, by two people: one decision counts', async () => {
    const world = await makeWorld(fixture.owner())
    const refundId = await asked(world, 1)
    const grant = { kind: 'grant', amountMinor: 5_000_000n, ends: true, note: NOTE } as const
    const refused = await allowing(1, (index) =>
      decideRefund(
        index % 3 === 0 ? world.staff.super : world.staff.earnings,
        refundId,
        index % 2 === 0 ? grant : { kind: 'decline', note: NOTE },
      ),
    )
    expect(refused).toEqual(['not_permitted'])
    const { state } = await fixture.one<{ state: string }>('select state from refunds where id = $1', [refundId])
    expect(await entries(refundId, 'refund_decided')).toBe(state === 'declined' ? 0 : 1)
  })

  test('PAY-10 a hundred second decisions, some of them rejections: one counts', async () => {
    const world = await makeWorld(fixture.owner())
    const refundId = await asked(world, 'annual')
    const grant = { kind: 'grant', amountMinor: 150_000_000n, ends: true, note: NOTE } as const
    expect(await decideRefund(world.staff.earnings, refundId, grant)).toEqual({ ok: true, value: 'agreed' })
    const refused = await allowing(1, (index) => secondRefund(world.staff.super, refundId, index % 4 !== 1))
    expect(refused).toEqual(['not_permitted'])
    const { state } = await fixture.one<{ state: string }>('select state from refunds where id = $1', [refundId])
    expect(await entries(refundId, 'refund_decided')).toBe(state === 'asked' ? 0 : 1)
  })

  test('PAY-08 a refund sent by a hundred workers: the gateway is called once', async () => {
    const { fan, purchaseId } = await boughtPass(await makeWorld(fixture.owner()))
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    const create = vi.spyOn(paymentGateway(), 'createRefund')
    await asOne(() => sendRefunds())
    const { id, state } = await fixture.one<{ id: string; state: string }>(
      'select id, state from refunds where purchase_id = $1',
      [purchaseId],
    )
    expect(state).toBe('sent')
    const ours = create.mock.calls.filter(([requested]) => requested.comments.includes(id))
    expect(ours).toHaveLength(1)
    expect(await entries(id, 'refund_sent')).toBe(1)
    await fixture.advance(2 * DAY)
    await asOne(() => sendRefunds())
    expect(await fixture.one('select state from refunds where id = $1', [id])).toEqual({ state: 'completed' })
  })

  test('PAY-08 PAY-10 a failed refund, retried and moved to the wallet a hundred times at once, goes to one destination', async () => {
    const world = await makeWorld(fixture.owner())
    const { fan, purchaseId } = await boughtPass(world)
    await askRefund(fan, { purchaseId, note: NOTE, destination: 'source' })
    await fixture.scenario('R03', { path: '/v3/transactions' })
    await sendRefunds()
    await fixture.advance(2 * DAY)
    await sendRefunds()
    const { id, state } = await fixture.one<{ id: string; state: string }>(
      'select id, state from refunds where purchase_id = $1',
      [purchaseId],
    )
    expect(state).toBe('failed')
    const answers = await asOne((index) =>
      index % 2 === 0 ? refundIntoWallet(fan, id) : retryRefund(world.staff.earnings, id),
    )
    // After a retry it may still go to the wallet as long as it is not being sent; never the other way round.
    const [moved, retried] = [0, 1].map((way) => answers.filter((answer, index) => answer.ok && index % 2 === way))
    expect(moved).toHaveLength(1)
    expect(retried!.length).toBeLessThanOrEqual(1)
    await sendRefunds()
    expect(await entries(id, 'refund_to_wallet')).toBe(1)
    expect(await entries(id, 'refund_sent')).toBe(1)
    expect(await accountOf(fan.id, 'wallet')).toBe(180_000n)
  })

  /** A refund that waits for a person. */
  async function asked(world: World, what: 1 | 'annual'): Promise<string> {
    const [, fan] = world.fans
    if (what === 'annual') await bought(fixture, fan, { kind: 'pass', plan: 'annual', currency: 'UGX', renewal: false })
    else await bought(fixture, world.fans[0], { kind: 'post_unlock', postId: world.posts[0][what]! })
    if (what === 'annual') await fixture.advance(2 * DAY)
    const buyer = what === 'annual' ? fan : world.fans[0]
    const purchaseId = await purchaseOf(buyer, what === 'annual' ? 'pass' : 'post_unlock')
    const requested = await askRefund(buyer, { purchaseId, note: NOTE, destination: 'wallet' })
    if (!requested.ok || requested.value.by !== 'person')
      throw new Error(`no refund request for a person: ${JSON.stringify(requested)}`)
    return requested.value.refundId
  }
})
