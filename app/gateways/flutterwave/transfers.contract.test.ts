import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '#simulator/clock.ts'
import { type Simulator, startSimulator } from '#simulator/server.ts'
import { createFlutterwaveClient } from './client.server.ts'
import type { PaymentGateway } from './port.ts'
import { readTransfer } from './read-transfer.ts'
import type { TransferRequest } from './transfer-port.ts'
import { parseWire } from './wire.ts'

const KEY = 'FLWSECK_TEST-simulator-X'
const clock = createManualClock(Date.now())
let simulator: Simulator
let made = 0

beforeAll(async () => {
  simulator = await startSimulator({ clock, secretKey: KEY })
})
beforeEach(() => control('/control/reset', {}))
afterAll(() => simulator.close())

const clientOf = (baseUrl: string, secretKey = KEY): PaymentGateway =>
  createFlutterwaveClient({
    baseUrl,
    secretKey,
    accountId: '17321',
    checkoutOrigins: [new URL(baseUrl).origin],
    createTimeoutMs: 800,
    readTimeoutMs: 600,
  })
const gateway = (key = KEY) => clientOf(`${simulator.url}/v3`, key)

function request(change: Partial<TransferRequest> = {}): TransferRequest {
  made += 1
  return {
    reference: `peach_payout_1_contract${made}`,
    amount: { amountMinor: 14_400_000n, currency: 'UGX' },
    bankCode: 'MTN',
    number: '+256770000931',
    accountName: 'Amina Kato',
    narration: 'PEACH UG PO-1001',
    ...change,
  }
}

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${simulator.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds * 1_000)
  await simulator.settled()
}

describe('transfers against the simulator', () => {
  it('PAYOUT-01 one is queued, seen by id and by reference, and paid later, with exact amounts', async () => {
    const requested = request()
    const queued = await gateway().createTransfer(requested)
    expect(queued).toMatchObject({
      kind: 'ok',
      value: {
        reference: requested.reference,
        status: 'pending',
        rawStatus: 'NEW',
        amountMinor: 14_400_000n,
        feeMinor: 172_800n,
        currency: 'UGX',
        receiverName: 'Amina Kato',
        awaitsApproval: false,
      },
    })
    await pass(30)
    if (queued.kind !== 'ok') throw new Error(queued.kind)
    const paid = await gateway().getTransfer(queued.value.providerId)
    expect(paid).toMatchObject({ kind: 'ok', value: { status: 'succeeded', rawStatus: 'SUCCESSFUL' } })
    expect(await gateway().findTransfers(requested.reference)).toMatchObject({
      kind: 'ok',
      value: [{ providerId: queued.value.providerId, status: 'succeeded' }],
    })
  })

  it('PAYOUT-01 a used reference is ambiguous: it gives no information about the transfer that used it', async () => {
    const requested = request()
    await gateway().createTransfer(requested)
    expect((await gateway().createTransfer(requested)).kind).toBe('ambiguous')
    expect(await gateway().findTransfers(requested.reference)).toMatchObject({
      value: [{ reference: requested.reference }],
    })
  })

  it('PAYOUT-01 an unknown reference has none, an unknown id is not found', async () => {
    expect(await gateway().findTransfers('peach_payout_1_nobody')).toEqual({ kind: 'ok', value: [] })
    expect(await gateway().getTransfer('999999')).toEqual({ kind: 'not_found' })
  })

  it.each([
    ['T15', 'rejected'],
    ['T09', 'misconfigured'],
    ['T09-unlisted', 'misconfigured'],
    ['T06', 'ambiguous'],
    ['T07', 'ambiguous'],
  ])('PAYOUT-01 %s is %s', async (scenario, kind) => {
    await control('/control/scenario', { scenario, match: { path: '/v3/transfers' } })
    expect((await gateway().createTransfer(request())).kind).toBe(kind)
  })

  it('PAYOUT-01 one that waits for an approval at the gateway has that status', async () => {
    await control('/control/scenario', { scenario: 'T13', match: { path: '/v3/transfers' } })
    expect(await gateway().createTransfer(request())).toMatchObject({ value: { awaitsApproval: true } })
  })

  it('PAYOUT-01 lists by day and page, returns a fee, the balance and the banks', async () => {
    const requested = request()
    await gateway().createTransfer(requested)
    const day = new Date(clock.now())
    const listed = await gateway().listTransfers(day, day, 1)
    expect(listed).toMatchObject({ kind: 'ok', value: { pages: 1 } })
    expect(listed.kind === 'ok' && listed.value.transfers.map((one) => one.reference)).toContain(requested.reference)
    expect(await gateway().transferFee({ amountMinor: 12_500_000n, currency: 'UGX' }, 'mobilemoney')).toEqual({
      kind: 'ok',
      value: 100_000n,
    })
    await control('/control/balance', { currency: 'UGX', available: 7_000, ledger: 500 })
    expect(await gateway().balance('UGX')).toEqual({
      kind: 'ok',
      value: { availableMinor: 700_000n, ledgerMinor: 50_000n },
    })
    const banks = await gateway().listBanks()
    expect(banks.kind === 'ok' && banks.value.length).toBeGreaterThan(2)
    expect((await gateway('FLWSECK_TEST-wrong-X').balance('UGX')).kind).toBe('misconfigured')
  })
})

describe('answers in trouble', () => {
  async function against(
    listener: RequestListener,
    call: (gateway: PaymentGateway) => Promise<object>,
  ): Promise<object> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      return await call(clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`))
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  const answering =
    (data: unknown): RequestListener =>
    (_request, response) =>
      void response.end(JSON.stringify({ status: 'success', message: 'ok', data }))

  it.each([
    ['a transfer of another reference', { id: 1, reference: 'another', status: 'NEW', amount: 1, currency: 'UGX' }],
    ['no data', null],
    ['a list', []],
  ])('PAYOUT-01 %s is ambiguous', async (_name, answer) => {
    expect(await against(answering(answer), (client) => client.createTransfer(request()))).toMatchObject({
      kind: 'ambiguous',
    })
  })

  it('PAYOUT-01 unreadable amounts are never taken for money', async () => {
    const cases: [unknown, (client: PaymentGateway) => Promise<object>][] = [
      [{ available_balance: 'much' }, (client) => client.balance('UGX')],
      [null, (client) => client.balance('UGX')],
      [[{ fee: 'free' }], (client) => client.transferFee({ amountMinor: 100n, currency: 'UGX' }, 'account')],
      [{}, (client) => client.findTransfers('x')],
      [{}, (client) => client.listTransfers(new Date(), new Date(), 1)],
      [{}, (client) => client.listBanks()],
    ]
    for (const [answer, call] of cases)
      expect(await against(answering(answer), call)).toMatchObject({ kind: 'ambiguous' })
    expect(await against(answering({ available_balance: -5 }), (client) => client.balance('UGX'))).toMatchObject({
      value: { availableMinor: 0n },
    })
  })

  it('PAYOUT-01 everybody’s transfers, where the filter is unknown, are not ours', async () => {
    const others = [{ id: 1, reference: 'another', status: 'SUCCESSFUL', amount: 1, currency: 'UGX' }]
    expect(await against(answering(others), (client) => client.findTransfers('ours'))).toEqual({
      kind: 'ok',
      value: [],
    })
  })

  it('PAYOUT-01 only known statuses are accepted, and a list row reads as a single one does', () => {
    const row = (change: object) =>
      readTransfer(
        parseWire(JSON.stringify({ id: 1, reference: 'a', status: 'NEW', amount: 5, currency: 'UGX', ...change }))!,
      )
    expect(row({ status: 'SUCCESSFUL' })).toMatchObject({ status: 'succeeded', amountMinor: 500n })
    expect(row({ status: 'successful' })).toMatchObject({ status: 'unknown' })
    expect(row({ status: 'SUCCESS-PENDING' })).toMatchObject({ status: 'unknown' })
    expect(row({ amount: 5.5 })).toMatchObject({ amountMinor: null })
    expect(row({ id: '12345678901234567890' })).toMatchObject({ providerId: '12345678901234567890' })
    expect(row({ id: null })).toBeNull()
    expect(row({ reference: 'a b' })).toBeNull()
    expect(row({ fee: 12.55, created_at: 'never' })).toMatchObject({ feeMinor: 1_255n, createdAt: null })
  })
})
