// Every refund, chargeback and transfer scenario, with its effect in the API and the webhooks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWorkingHours } from './chargebacks.ts'
import { SCENARIOS } from './scenarios.ts'
import { type Harness, startHarness } from '#tests/support/simulator-harness.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A paid transaction; answers its id. */
async function paid(txRef: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const location = await harness.approve(await harness.payment(txRef, overrides))
  return new URL(location).searchParams.get('transaction_id') ?? ''
}

const refund = (id: string, body: Record<string, unknown> = {}) =>
  harness.call('POST', `/v3/transactions/${id}/refund`, body)
const arm = (scenario: string, match: Record<string, string> = {}) => harness.control('scenario', { scenario, match })
const available = async () => (await harness.get('/v3/balances/UGX')).body.data.available_balance

async function chargebackOf(txRef: string, scenario: string) {
  await paid(txRef)
  expect((await arm(scenario, { tx_ref: txRef })).body.applied).toBe('done')
  return (await harness.state(txRef)).chargebacks[0]
}

function transfer(reference: string, changes: Record<string, unknown> = {}) {
  return harness.call('POST', '/v3/transfers', {
    account_bank: 'MTN',
    account_number: '256770000931',
    amount: 144_000,
    currency: 'UGX',
    debit_currency: 'UGX',
    beneficiary_name: 'A Creator',
    reference,
    narration: 'Weekly payout',
    ...changes,
  })
}

async function found(reference: string) {
  return (await harness.get(`/v3/transfers?reference=${reference}`)).body.data[0]
}

async function fails(reference: string, changes: Record<string, unknown>, message: string | RegExp): Promise<void> {
  const before = await available()
  expect((await transfer(reference, changes)).body.data.status).toBe('NEW')
  await harness.advance(2 * MINUTE)
  const row = await found(reference)
  expect(row.status).toBe('FAILED')
  expect(row.complete_message).toMatch(message)
  expect(await available()).toBe(before)
  expect(harness.about(reference).map((webhook) => webhook.body.data.status)).toEqual(['FAILED'])
}

const phone = (digits: string) => ({ account_number: `2567700009${digits}` })

const checks: Record<string, () => Promise<void>> = {
  R01: async () => {
    const momo = await refund(await paid('R01'))
    expect(momo.body).toMatchObject({
      message: 'Transaction refund initiated',
      data: { amount_refunded: 180_000, status: 'completed', destination: 'payment_source' },
    })
    const card = await refund(await paid('R01-card', { payment_options: 'card' }))
    await harness.advance(DAY)
    expect((await harness.get(`/v3/refunds/${momo.body.data.id}`)).body.data.status).toBe('completed-momo')
    expect((await harness.get(`/v3/refunds/${card.body.data.id}`)).body.data.status).toBe('completed-mpgs')
  },
  R02: async () => {
    const id = await paid('R02')
    await arm('R02', { tx_ref: 'R02' })
    expect(await refund(id)).toMatchObject({
      status: 400,
      body: { message: 'Insufficient balance to process this refund' },
    })
    const before = await available()
    await harness.control('balance', { currency: 'UGX', available: 10 })
    expect((await refund(id)).body.message).toBe('Insufficient balance to process this refund')
    await harness.control('balance', { currency: 'UGX', available: before })
  },
  R03: async () => {
    const id = await paid('R03')
    await arm('R03', { tx_ref: 'R03' })
    const { data } = (await refund(id)).body
    await harness.advance(DAY)
    expect((await harness.get(`/v3/refunds/${data.id}`)).body.data).toMatchObject({
      status: 'failed',
      meta: { disburse_status: 'failed' },
    })
    expect((await refund(id)).status).toBe(200)
  },
  R04: async () => {
    const id = await paid('R04')
    await arm('R04', { tx_ref: 'R04' })
    const slow = refund(id, { comments: 'rf-1' })
    await expect.poll(async () => (await harness.get(`/v3/refunds?id=${id}`)).body.data.length).toBe(1)
    await harness.advance(28_000)
    expect((await slow).status).toBe(503)
    expect((await harness.get(`/v3/refunds?id=${id}`)).body.data).toMatchObject([{ comments: 'rf-1' }])
  },
  R05: async () => {
    const id = await paid('R05')
    expect([(await refund(id, { amount: 100_000 })).status, (await refund(id, { amount: 80_001 })).status]).toEqual([
      200, 400,
    ])
    expect((await refund(id, { amount: 80_000 })).status).toBe(200)
    expect((await refund(id)).status).toBe(400)
  },
  R06: async () => {
    const id = await paid('R06')
    await arm('R06', { tx_ref: 'R06' })
    await refund(id)
    await harness.advance(DAY)
    const webhook = harness.shop.received.find((received) => received.body?.TransactionId === Number(id))
    expect(webhook?.body).toMatchObject({
      AmountRefunded: 180_000,
      status: 'completed-momo',
      AccountId: 17_321,
      meta: expect.any(String),
    })
  },
  C01: async () => {
    const row = await chargebackOf('C01', 'C01')
    expect(row).toMatchObject({ status: 'initiated', stage: 'new', amount: 180_000, tx_ref: 'C01' })
    expect(Date.parse(row.due_date)).toBe(Math.floor(addWorkingHours(harness.clock.now(), 10) / 1_000) * 1_000)
    expect((await harness.get('/v3/chargebacks?status=initiated')).body.data).toContainEqual(row)
  },
  C02: async () => {
    const { id } = await chargebackOf('C02', 'C02')
    expect(
      (await harness.call('PUT', `/v3/chargebacks/${id}`, { action: 'accept', comment: 'ok' })).body.data.status,
    ).toBe('accepted')
    await harness.advance(DAY)
    expect((await harness.state('C02')).chargebacks[0].status).toBe('lost')
  },
  C03: async () => {
    const { id } = await chargebackOf('C03', 'C03')
    const before = await available()
    await harness.call('PUT', `/v3/chargebacks/${id}`, {
      action: 'decline',
      comment: 'proof',
      prooflink: 'https://proof.example/1',
    })
    await harness.advance(DAY)
    expect((await harness.state('C03')).chargebacks[0].status).toBe('won')
    expect(await available()).toBeGreaterThanOrEqual(before + 180_000)
  },
  C04: async () => {
    const { id } = await chargebackOf('C04', 'C04')
    await harness.call('PUT', `/v3/chargebacks/${id}`, { action: 'decline', comment: 'proof' })
    await harness.advance(DAY)
    expect((await harness.state('C04')).chargebacks[0].status).toBe('lost')
  },
  C05: async () => {
    await chargebackOf('C05', 'C05')
    await harness.advance(7 * DAY)
    expect((await harness.state('C05')).chargebacks[0].status).toBe('lost')
  },
  C06: async () => {
    await chargebackOf('C06', 'C06')
    const { refunds, chargebacks } = await harness.state('C06')
    expect([refunds.length, chargebacks.length]).toEqual([1, 1])
  },
  C07: async () => {
    await paid('C07')
    const before = await available()
    await arm('C07', { tx_ref: 'C07' })
    expect([await available(), (await harness.state('C07')).chargebacks]).toEqual([before - 180_000, []])
    expect((await harness.get('/v3/settlements')).body.data[0].chargeback).toBeGreaterThanOrEqual(180_000)
  },
  T01: async () => {
    const { data, message } = (await transfer('T01')).body
    expect([message, data.status, data.fee]).toEqual(['Transfer Queued Successfully', 'NEW', 1_728])
    await harness.advance(5_000)
    expect((await found('T01')).status).toBe('PENDING')
    await harness.advance(10_000)
    expect((await harness.get(`/v3/transfers/${data.id}`)).body.data).toMatchObject({
      status: 'SUCCESSFUL',
      reference: 'T01',
    })
    expect(harness.about('T01')[0]?.body).toMatchObject({
      event: 'transfer.completed',
      'event.type': 'Transfer',
      data: { fullname: 'A Creator' },
    })
    await transfer('official_PMCKDU_1')
    await harness.advance(MINUTE)
    expect((await found('official_PMCKDU_1')).status).toBe('SUCCESSFUL')
  },
  T02: async () => {
    await fails('T02', phone('32'), /fatal error/)
    await fails('official_PMCK_ST_FDU_1', {}, /fatal error/)
  },
  T03: async () => {
    await fails('T03', phone('33'), /Insufficient wallet balance/)
    await fails('T03-large', { amount: 900_000_000 }, /Insufficient wallet balance/)
  },
  T04: async () => {
    await fails('T04-a', phone('34'), /daily limit/)
    await fails('T04-b', phone('35'), /spend UGX/)
    await fails('T04-c', phone('36'), /restricted/)
    await fails('T04-d', phone('37'), /Unable to obtain user details/)
  },
  T05: async () => {
    await transfer('T05', phone('38'))
    await harness.advance(2 * DAY)
    expect((await found('T05')).status).toBe('PENDING')
    await harness.advance(DAY + MINUTE)
    expect((await found('T05')).status).toBe('SUCCESSFUL')
  },
  T06: async () => {
    const slow = transfer('T06', phone('39'))
    await expect.poll(() => found('T06')).toBeDefined()
    await harness.advance(28_000)
    expect((await slow).status).toBe(503)
    expect((await transfer('T06', phone('39'))).status).toBe(400)
  },
  T07: async () => {
    await arm('T07', { tx_ref: 'T07' })
    const slow = transfer('T07')
    await expect.poll(async () => (await harness.state('T07')).queue.length).toBe(0)
    await harness.advance(28_000)
    expect([(await slow).status, await found('T07')]).toEqual([503, undefined])
    expect((await transfer('T07')).status).toBe(200)
  },
  T08: async () => {
    await transfer('T08')
    expect(await transfer('T08')).toMatchObject({
      status: 400,
      body: { message: 'Transfer with this reference already exists' },
    })
  },
  T09: async () => {
    await arm('T09.off', { tx_ref: 'T09' })
    expect((await transfer('T09')).body.message).toBe('Please enable IP Whitelisting to access this service')
    await arm('T09.unlisted', { tx_ref: 'T09' })
    expect((await transfer('T09')).body.message).toBe('This request cannot be processed')
  },
  T10: async () => {
    const before = await available()
    await transfer('T10', phone('40'))
    await harness.advance(MINUTE)
    expect((await found('T10')).status).toBe('SUCCESSFUL')
    await harness.advance(DAY)
    expect([(await found('T10')).status, await available()]).toEqual(['REVERSED', before])
  },
  T11: async () => {
    await transfer('T11', phone('45'))
    await harness.advance(MINUTE)
    expect((await found('T11')).status).toBe('FAILED')
    await harness.advance(20 * MINUTE)
    expect((await found('T11')).status).toBe('SUCCESSFUL')
    expect(harness.about('T11').map((webhook) => webhook.body.data.status)).toEqual(['FAILED', 'SUCCESSFUL'])
  },
  T12: async () => {
    await transfer('T12-twice', phone('46'))
    await transfer('T12-missing', phone('47'))
    await transfer('T12-early', phone('48'))
    expect(harness.about('T12-early')).toHaveLength(1)
    await harness.advance(MINUTE)
    expect([harness.about('T12-twice').length, harness.about('T12-missing').length]).toEqual([2, 0])
    expect((await found('T12-missing')).status).toBe('SUCCESSFUL')
  },
  T13: async () => {
    await transfer('T13', { meta: { sim_scenario: 'T13' } })
    await harness.advance(DAY)
    expect(await found('T13')).toMatchObject({ status: 'NEW', requires_approval: 1, is_approved: 0 })
  },
  T14: async () => {
    expect((await transfer('ref__T14')).body.data.fee).toBe(2_228)
  },
  T15: async () => {
    expect(await transfer('T15', phone('49'))).toMatchObject({
      status: 400,
      body: { message: 'Payout was made to a blacklisted account number' },
    })
  },
  T16: () => fails('T16', { beneficiary_name: undefined }, 'beneficiary_name is required'),
  T17: async () => {
    expect((await transfer('ref__T17')).body.data.full_name).toBe('Somebody Else')
  },
  T18: async () => {
    await arm('T18', { tx_ref: 'T18' })
    const slow = transfer('T18')
    await expect.poll(() => found('T18')).toBeDefined()
    await harness.advance(MINUTE)
    expect(await slow).toMatchObject({ status: 200, body: { data: { reference: 'T18' } } })
  },
}

describe('refund, chargeback and transfer scenarios', () => {
  const scenarios = SCENARIOS.filter((scenario) => ['refund', 'chargeback', 'transfer'].includes(scenario.group))

  test('each has a check', () => {
    expect(Object.keys(checks)).toEqual(scenarios.map((scenario) => scenario.id))
    expect(scenarios).toHaveLength(31)
  })

  test.each(scenarios.map((scenario) => [scenario.id, scenario.effect]))('%s: %s', async (id) => {
    await checks[id]?.()
  })
})

test('working hours skip nights and weekends', () => {
  const friday = Date.parse('2026-11-20T13:00:00.000Z') // 16:00 in Kampala
  expect(new Date(addWorkingHours(friday, 10)).toISOString()).toBe('2026-11-24T07:00:00.000Z')
})
