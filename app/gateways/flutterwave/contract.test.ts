import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '#simulator/clock.ts'
import { type Simulator, startSimulator } from '#simulator/server.ts'
import { aCheckoutRequest, FIXTURE_KEY, startFixtureGateway } from '#tests/support/fixture-gateway.ts'
import { createFlutterwaveClient } from './client.server.ts'
import type { PaymentGateway } from './port.ts'

const request = aCheckoutRequest('peach_pass_monthly_1_contract')

type Backend = {
  gateway(key?: string): PaymentGateway
  paidReference(): Promise<string>
  pendingReference(): Promise<string>
  secondTryReference(): Promise<string>
}

function contract(name: string, backend: Backend) {
  describe(name, () => {
    it('PAY-02 makes a payment page', async () => {
      const made = await backend.gateway().createCheckout(request)
      expect(made).toMatchObject({
        kind: 'ok',
        value: { link: expect.stringMatching(/\/hosted\/pay\/flwlnk-[0-9a-z]{26}$/) },
      })
    })

    it('PAY-02 closes a page, and a page that is closed already', async () => {
      const made = await backend.gateway().createCheckout({ ...request, reference: 'peach_pass_monthly_2_contract' })
      if (made.kind !== 'ok') throw new Error(made.kind)
      expect(await backend.gateway().closeCheckout(made.value.link)).toEqual({ kind: 'ok', value: null })
      expect(await backend.gateway().closeCheckout(made.value.link)).toEqual({ kind: 'ok', value: null })
    })

    it('PAY-06 shows a paid charge by reference and by id, with exact amounts', async () => {
      const reference = await backend.paidReference()
      const found = await backend.gateway().findCharges(reference)
      if (found.kind !== 'ok') throw new Error(found.kind)
      const [charge] = found.value
      expect(charge).toMatchObject({
        reference,
        status: 'succeeded',
        rawStatus: 'successful',
        amountMinor: 18_000_000n,
        currency: 'UGX',
        feeMinor: 540_000n,
        chargedMinor: 18_000_000n,
        accountId: '17321',
        paymentType: 'mobilemoneyug',
      })
      expect(charge!.providerId).toMatch(/^\d+$/)
      expect(await backend.gateway().getCharge(charge!.providerId)).toEqual({ kind: 'ok', value: charge })
    })

    it('PAY-06 shows every charge of a reference once when asked for all of them', async () => {
      const found = await backend.gateway().findCharges(await backend.paidReference(), { every: true })
      expect(found.kind === 'ok' && found.value.map((charge) => charge.status)).toEqual(['succeeded'])
    })

    it('PAY-06 a pending charge has no fee yet', async () => {
      const found = await backend.gateway().findCharges(await backend.pendingReference())
      expect(found.kind === 'ok' && found.value).toMatchObject([{ status: 'pending', feeMinor: null }])
    })

    it('PAY-06 finds the success behind a failed try of the same reference', async () => {
      const found = await backend.gateway().findCharges(await backend.secondTryReference(), { every: true })
      expect(found.kind === 'ok' && found.value.map((charge) => charge.status).toSorted()).toEqual([
        'failed',
        'succeeded',
      ])
    })

    it('PAY-06 an unknown reference has no charges; an unknown id is not found', async () => {
      expect(await backend.gateway().findCharges('peach_pass_monthly_3_nobody')).toEqual({ kind: 'ok', value: [] })
      expect(await backend.gateway().getCharge('123456789')).toEqual({ kind: 'not_found' })
    })

    it('PAY-02 a wrong key is distinguished from everything else', async () => {
      const stranger = backend.gateway('FLWSECK_TEST-wrong-X')
      expect((await stranger.createCheckout(request)).kind).toBe('misconfigured')
      expect((await stranger.findCharges('x')).kind).toBe('misconfigured')
    })
  })
}

let fixtures: Awaited<ReturnType<typeof startFixtureGateway>>
let simulator: Simulator
const clock = createManualClock(Date.now())

beforeAll(async () => {
  fixtures = await startFixtureGateway()
  simulator = await startSimulator({ clock })
})
afterAll(async () => {
  fixtures.close()
  await simulator.close()
})

function clientOf(baseUrl: string, secretKey: string): PaymentGateway {
  return createFlutterwaveClient({
    baseUrl,
    secretKey,
    accountId: '17321',
    checkoutOrigins: [new URL(baseUrl).origin],
    createTimeoutMs: 1_000,
    readTimeoutMs: 600,
  })
}

contract('against the documented shapes', {
  gateway: (key = FIXTURE_KEY) => clientOf(fixtures.baseUrl, key),
  paidReference: async () => 'ref-momo',
  pendingReference: async () => 'ref-pending',
  secondTryReference: async () => 'ref-two',
})

contract('against the simulator', {
  gateway: (key = 'FLWSECK_TEST-simulator-X') => clientOf(`${simulator.url}/v3`, key),
  paidReference: () => played('approve'),
  pendingReference: () => played('timeout'),
  secondTryReference: async () => {
    const reference = await played('decline')
    await pay(reference, 'approve')
    return reference
  },
})

let count = 0
async function played(outcome: string): Promise<string> {
  count += 1
  const reference = `peach_pass_monthly_9_${count}`
  await clientOf(`${simulator.url}/v3`, 'FLWSECK_TEST-simulator-X').createCheckout({ ...request, reference })
  await pay(reference, outcome)
  return reference
}

async function pay(reference: string, outcome: string): Promise<void> {
  await fetch(`${simulator.url}/control/pay`, {
    method: 'POST',
    body: JSON.stringify({ tx_ref: reference, outcome }),
    headers: { 'content-type': 'application/json' },
  })
}

describe('answers for not found', () => {
  it.each(['ref-none-400', 'ref-none-404', 'ref-none-200'])('PAY-06 %s is not found', async (reference) => {
    expect(await clientOf(fixtures.baseUrl, FIXTURE_KEY).findCharges(reference)).toEqual({ kind: 'ok', value: [] })
  })
})

describe('answers in trouble', () => {
  async function against(
    listener: RequestListener,
    call: (gateway: PaymentGateway) => Promise<{ kind: string }>,
  ): Promise<{ kind: string }> {
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const gateway = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`, 'key')
    try {
      return await call(gateway)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  const create = (gateway: PaymentGateway) => gateway.createCheckout(request)
  const link = (address: string) => ({ status: 'success', message: 'Hosted Link', data: { link: address } })
  const answer =
    (status: number, body: string | object, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

  it.each([502, 503, 504])('AUTH-11 a read that gets %d is repeated, a payment never', async (status) => {
    let asked = 0
    const stumbles: RequestListener = (_request, response) => {
      asked += 1
      const body = { status: 'error', message: 'No transaction was found for this id' }
      response.writeHead(asked < 3 ? status : 404).end(asked < 3 ? '' : JSON.stringify(body))
    }
    expect(await against(stumbles, (gateway) => gateway.getCharge('1'))).toEqual({ kind: 'not_found' })
    expect(asked).toBe(3)
    asked = -10
    expect(await against(stumbles, create)).toMatchObject({ kind: 'ambiguous' })
    expect(asked).toBe(-9)
    asked = -10
    expect(await against(stumbles, (gateway) => gateway.getCharge('1'))).toMatchObject({ kind: 'ambiguous' })
    expect(asked).toBe(-7)
  })

  it.each<[string, RequestListener, object]>([
    [
      '503 after the work may be done',
      answer(503, { status: 'error', message: 'An error occurred. Please contact support', data: null }),
      { kind: 'ambiguous' },
    ],
    ['HTML with 502', answer(502, '<html>Bad gateway</html>'), { kind: 'ambiguous' }],
    ['HTML with 200', answer(200, '<html>ok</html>'), { kind: 'ambiguous' }],
    ['HTML with 403', answer(403, '<html>blocked</html>'), { kind: 'ambiguous' }],
    ['JSON that is cut off', answer(200, '{"status":"success","data":{"li'), { kind: 'ambiguous' }],
    ['no envelope', answer(200, '[]'), { kind: 'ambiguous' }],
    ['an envelope of another kind', answer(200, { ok: true }), { kind: 'ambiguous' }],
    ['a redirect', answer(302, '', { location: 'https://evil.example/' }), { kind: 'ambiguous' }],
    ['success without a link', answer(200, { status: 'success', data: {} }), { kind: 'ambiguous' }],
    [
      'a link to somewhere else',
      answer(200, link('https://evil.example/v3/hosted/pay/flwlnk-1')),
      { kind: 'ambiguous' },
    ],
    ['a link that is a script', answer(200, link('javascript:alert(1)')), { kind: 'ambiguous' }],
    [
      'a clean refusal',
      answer(400, { status: 'error', message: 'amount should be greater than 0', data: null }),
      { kind: 'rejected', message: 'amount should be greater than 0' },
    ],
    [
      'an allow-list',
      answer(400, { status: 'error', message: 'Please enable IP Whitelisting to access this service' }),
      { kind: 'misconfigured' },
    ],
    ['too many', answer(429, 'Too Many Requests', { 'retry-after': '7' }), { kind: 'throttled', retryAfterMs: 7_000 }],
    ['too many, without a time', answer(429, {}), { kind: 'throttled', retryAfterMs: null }],
    [
      'an answer without end',
      (_request, response) => void response.writeHead(200).write('{"status":'),
      { kind: 'ambiguous' },
    ],
    ['an answer of 2 MB', answer(200, `{"a":"${'x'.repeat(2_000_000)}"}`), { kind: 'ambiguous' }],
    ['a connection that breaks', (incoming) => void incoming.socket.destroy(), { kind: 'ambiguous' }],
  ])('PAY-02 %s', async (_name, listener, wanted) => {
    expect(await against(listener, create)).toMatchObject(wanted)
  })

  it('PAY-02 no answer at all is ambiguous too', async () => {
    expect((await clientOf('http://127.0.0.1:1/v3', 'key').findCharges('x')).kind).toBe('ambiguous')
  })
})
