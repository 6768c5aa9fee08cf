// Every webhook and system scenario, with what the shop or a caller of the API receives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCENARIOS } from './scenarios.ts'
import { HASH, type Harness, paymentBody, startHarness } from '#tests/support/simulator-harness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function play(id: string): Promise<string> {
  const location = await harness.press(await harness.payment(id), 'scenario', { scenario: id })
  await harness.simulator.settled()
  return location
}

const turnOff = (scenario: string) => harness.control('scenario', { scenario, times: 0 })

const checks: Record<string, () => Promise<void>> = {
  W01: async () => {
    await play('W01')
    await harness.advance(50)
    const [first, second, ...more] = harness.about('W01')
    expect([second?.text, more]).toEqual([first?.text, []])
  },
  W02: async () => {
    const seen: number[] = []
    await harness.control('scenario', { scenario: 'W02', match: { tx_ref: 'W02' } })
    await harness
      .call('POST', '/v3/payments', paymentBody(harness.shop, 'W02'))
      .then(() => seen.push(harness.about('W02').length))
    expect(seen).toEqual([1])
    expect(await harness.status('W02')).toBe('successful')
  },
  W03: async () => {
    const link = await harness.payment('W03')
    expect(await harness.press(link, 'scenario', { scenario: 'W03' })).toContain('status=successful')
    expect(harness.about('W03')).toHaveLength(1)
  },
  W04: async () => {
    await play('W04')
    expect([await harness.status('W04'), harness.about('W04').length]).toEqual(['successful', 0])
    await harness.advance(10 * MINUTE)
    expect(harness.about('W04')).toHaveLength(1)
    await harness.advance(110 * MINUTE)
    expect(harness.about('W04')).toHaveLength(2)
  },
  W05: async () => {
    await play('W05')
    const [webhook] = harness.about('W05')
    expect(webhook?.body).toMatchObject({
      txRef: 'W05',
      status: 'successful',
      amount: 180_000,
      appfee: 5_400,
      entity: { id: 'NO-ENTITY' },
      customer: { fullName: 'A Fan', AccountId: 17_321 },
      'event.type': 'MOBILEMONEYUG_TRANSACTION',
    })
    expect([webhook?.body.event, webhook?.body.data]).toEqual([undefined, undefined])
  },
  W06: async () => {
    await play('W06')
    const { body } = harness.about('W06')[0] ?? {}
    expect([body.data.id, body['event.type'], body.meta_data]).toEqual([null, undefined, undefined])
  },
  W07: async () => {
    await play('W07')
    expect(harness.about('W07').map((webhook) => webhook.hash)).toEqual([expect.not.stringMatching(HASH), undefined])
  },
  W08: async () => {
    const location = await play('W08')
    const [webhook] = harness.about('W08')
    const id = new URL(location).searchParams.get('transaction_id')
    expect(webhook?.body.data).toMatchObject({ id: Number(id), tx_ref: 'W08', status: 'successful' })
    const verified = (await harness.get(`/v3/transactions/${id}/verify`)).body.data
    expect([verified.status, verified.tx_ref === 'W08']).toEqual(['successful', false])
    expect(await harness.status('W08')).toBe('No transaction was found for this id')
  },
  W09: async () => {
    await play('W09')
    for (let half = 0; half < 6; half += 1) await harness.advance(30 * MINUTE)
    expect(harness.about('W09')).toHaveLength(4)
  },
  W10: async () => {
    await play('W10')
    await harness.advance(50)
    expect(harness.about('W10').map((webhook) => webhook.body.data.status)).toEqual(['successful', 'pending'])
    expect(await harness.status('W10')).toBe('successful')
  },
  W11: async () => {
    await play('W11')
    await harness.advance(50)
    expect(harness.about('W11').map((webhook) => webhook.body.event)).toEqual(['charge.pondered', 'charge.completed'])
  },
  W12: async () => {
    const before = harness.shop.received.length
    await play('W12')
    await harness.advance(50)
    const [huge, broken, real] = harness.shop.received.slice(before).sort((a, b) => b.size - a.size || 0)
    const sizes = [huge, broken, real].map((webhook) => webhook?.size ?? 0)
    expect(sizes[0]).toBe(1_048_576)
    expect(harness.shop.received.slice(before).some((webhook) => webhook.body === null)).toBe(true)
    expect(harness.shop.received.at(-1)?.body.data.status).toBe('successful')
  },
  W13: async () => {
    await play('W13')
    const { data } = harness.about('W13')[0]?.body ?? {}
    expect(data).toMatchObject({ account_id: 17_322, status: 'successful', tx_ref: 'W13' })
    expect((await harness.get(`/v3/transactions/${data.id}/verify`)).body.status).toBe('error')
    expect(await harness.status('W13')).toBe('No transaction was found for this id')
  },
  X01: async () => {
    await harness.control('scenario', { scenario: 'X01' })
    expect((await harness.get('/v3/balances')).status).toBe(502)
    await harness.advance(2 * HOUR)
    expect((await harness.get('/v3/balances')).status).toBe(200)
  },
  X02: async () => {
    await harness.approve(await harness.payment('X02'))
    const created = async () => Date.parse((await harness.byReference('X02')).body.data.created_at)
    const real = await created()
    await harness.control('scenario', { scenario: 'X02.behind' })
    expect((await created()) - real).toBe(-10 * MINUTE)
    await harness.control('scenario', { scenario: 'X02.ahead' })
    expect((await created()) - real).toBe(10 * MINUTE)
    await turnOff('X02')
    expect(await created()).toBe(real)
  },
  X03: async () => {
    await harness.advance(24 * HOUR)
    await harness.control('scenario', { scenario: 'X03' })
    await harness.approve(await harness.payment('X03', { amount: 10_000 }))
    await turnOff('X03')
    await harness.advance(3 * 24 * HOUR)
    expect((await harness.get('/v3/balances/UGX')).body.data.ledger_balance).toBe(9_700)
    await harness.advance(24 * HOUR)
    expect((await harness.get('/v3/balances/UGX')).body.data.ledger_balance).toBe(0)
  },
  X04: async () => {
    await harness.control('scenario', { scenario: 'X04' })
    expect((await harness.get('/v3/balances/UGX')).body.data.available_balance).toBe(0)
    await turnOff('X04')
    expect((await harness.get('/v3/balances/UGX')).body.data.available_balance).toBeGreaterThan(0)
  },
  X05: async () => {
    await harness.control('scenario', { scenario: 'X05' })
    expect((await harness.get('/v3/balances')).status).toBe(401)
    await turnOff('X05')
    expect((await harness.get('/v3/balances')).status).toBe(200)
  },
  X06: async () => {
    const before = harness.shop.received.length
    await play('X06')
    await harness.advance(50)
    expect(harness.shop.received.length - before).toBe(501)
    expect(harness.shop.received.at(-1)?.body.data).toMatchObject({ tx_ref: 'X06', status: 'successful' })
  },
}

describe('webhook and system scenarios', () => {
  const scenarios = SCENARIOS.filter((scenario) => scenario.group === 'webhook' || scenario.group === 'system')

  test('each has a check', () => {
    expect(Object.keys(checks)).toEqual(scenarios.map((scenario) => scenario.id))
    expect(scenarios).toHaveLength(19)
  })

  test.each(scenarios.map((scenario) => [scenario.id, scenario.effect]))('%s: %s', async (id) => {
    await checks[id]?.()
  })
})
