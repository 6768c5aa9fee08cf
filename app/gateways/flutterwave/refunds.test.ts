import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '#simulator/clock.ts'
import { type Simulator, startSimulator } from '#simulator/server.ts'
import { aCheckoutRequest } from '#tests/support/fixture-gateway.ts'
import { createFlutterwaveClient } from './client.server.ts'
import type { PaymentGateway } from './port.ts'
import { readChargeback, readRefund } from './read-refund.ts'
import { parseWire, type Wire } from './wire.ts'

const KEY = 'FLWSECK_TEST-refunds-X'
let simulator: Simulator
let clock: ManualClock
let gateway: PaymentGateway

beforeAll(async () => {
  clock = createManualClock(Date.now())
  simulator = await startSimulator({
    clock,
    webhookUrl: 'http://127.0.0.1:9/none',
    webhookHash: 'none',
    secretKey: KEY,
  })
  gateway = createFlutterwaveClient({
    baseUrl: `${simulator.url}/v3`,
    secretKey: KEY,
    accountId: '17321',
    checkoutOrigins: [simulator.url],
    createTimeoutMs: 1_500,
    readTimeoutMs: 1_500,
  })
})
afterAll(() => simulator.close())

async function control(path: string, body: object): Promise<void> {
  await fetch(`${simulator.url}/control/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

let count = 0
async function charge(): Promise<{ providerId: string; reference: string }> {
  const reference = `peach_refund_${(count += 1)}_contract`
  await gateway.createCheckout(aCheckoutRequest(reference))
  await control('pay', { tx_ref: reference, outcome: 'approve' })
  clock.advance(60_000)
  await simulator.settled()
  const found = await gateway.findCharges(reference)
  if (found.kind !== 'ok') throw new Error(found.kind)
  return { providerId: found.value[0]!.providerId, reference }
}

const ugx = (shillings: bigint) => ({ amountMinor: shillings * 100n, currency: 'UGX' as const })
const wire = (text: object): Wire => parseWire(JSON.stringify(text))!

describe('refunds at the gateway', () => {
  it('PAY-08 makes partial refunds up to the whole, finds them by charge, and refuses more', async () => {
    const { providerId } = await charge()
    const part = await gateway.createRefund({ providerId, amount: ugx(100_000n), comments: 'refund a 1' })
    expect(part).toMatchObject({
      kind: 'ok',
      value: { status: 'accepted', amountMinor: 10_000_000n, comments: 'refund a 1' },
    })
    expect(await gateway.createRefund({ providerId, amount: ugx(80_000n), comments: 'refund b 1' })).toMatchObject({
      kind: 'ok',
    })
    expect(await gateway.createRefund({ providerId, amount: ugx(1n), comments: 'refund c 1' })).toMatchObject({
      kind: 'rejected',
    })
    const found = await gateway.findRefunds(providerId)
    expect(found.kind === 'ok' && found.value.map((one) => one.comments).toSorted()).toEqual([
      'refund a 1',
      'refund b 1',
    ])
    expect(await gateway.findRefunds('999999')).toEqual({ kind: 'ok', value: [] })
  })

  it('PAY-08 "completed" is not final; the final status comes a day later', async () => {
    const { providerId } = await charge()
    const made = await gateway.createRefund({ providerId, amount: ugx(180_000n), comments: 'refund d 1' })
    if (made.kind !== 'ok') throw new Error(made.kind)
    expect(await gateway.getRefund(made.value.refundId)).toMatchObject({
      value: { status: 'accepted', rawStatus: 'completed' },
    })
    clock.advance(86_400_000)
    await simulator.settled()
    expect(await gateway.getRefund(made.value.refundId)).toMatchObject({
      value: { status: 'done', rawStatus: 'completed-momo' },
    })
    expect(await gateway.getRefund('999999')).toEqual({ kind: 'not_found' })
  })

  it('PAY-08 an answer that never arrived is ambiguous', async () => {
    const { providerId, reference } = await charge()
    await control('scenario', { scenario: 'R04', match: { tx_ref: reference } })
    expect(await gateway.createRefund({ providerId, amount: ugx(1_000n), comments: 'refund e 1' })).toMatchObject({
      kind: 'ambiguous',
    })
  })

  it('PAY-08 lists chargebacks with their due date, and accepts an answer once', async () => {
    const { providerId, reference } = await charge()
    await control('scenario', { scenario: 'C01', match: { tx_ref: reference } })
    const listed = await gateway.listChargebacks(1)
    if (listed.kind !== 'ok') throw new Error(listed.kind)
    const [one] = listed.value.chargebacks
    expect(one).toMatchObject({
      providerId,
      reference,
      status: 'initiated',
      amountMinor: 18_000_000n,
      dueAt: expect.any(Date),
    })
    expect(listed.value.more).toBe(false)
    const answer = { action: 'decline', comment: 'It was used.' } as const
    expect(await gateway.answerChargeback(one!.chargebackId, answer)).toMatchObject({
      kind: 'ok',
      value: { status: 'declined' },
    })
    expect(await gateway.answerChargeback(one!.chargebackId, answer)).toMatchObject({ kind: 'rejected' })
    expect(await gateway.answerChargeback('999999', answer)).toEqual({ kind: 'not_found' })
  })

  it('PAY-08 reads every known status of the gateway, and returns unknown for others', () => {
    const status = (text: string, meta: object | null = null) =>
      readRefund(wire({ id: 1, tx_id: 2, status: text, amount_refunded: 5, meta }))?.status
    expect(['completed', 'pending', 'pending-momo', 'processing', 'new'].map((one) => status(one))).toEqual(
      Array(5).fill('accepted'),
    )
    expect(
      ['completed-momo', 'completed-mpgs', 'completed-bank-transfer', 'completed-offline', 'completed-preauth'].map(
        (one) => status(one),
      ),
    ).toEqual(Array(5).fill('done'))
    expect([status('failed'), status('completed', { disburse_status: 'FAILED' }), status('odd')]).toEqual([
      'failed',
      'failed',
      'unknown',
    ])
    expect(readRefund(wire({ status: 'completed' }))).toBeNull()
    expect(readChargeback(wire({ id: 7, status: 'escalated', due_date: 'soon' }))).toMatchObject({
      status: 'unknown',
      dueAt: null,
      amountMinor: null,
    })
  })
})
