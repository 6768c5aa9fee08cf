import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from './a-fan.ts'
import { receiveWebhookEvent } from '#app/domain/payments/receive-webhook-event.server.ts'
import { processWebhookEvent } from '#app/domain/purchases/process-webhook-event.server.ts'
import { placeOrder, type GatewayOrder } from '#app/domain/purchases/place-order.server.ts'
import { paymentGateway, useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import { createManualClock, type ManualClock } from '#simulator/clock.ts'
import { type Simulator, startSimulator } from '#simulator/server.ts'
import { useDatabase } from './database.ts'

export const HASH = 'the hash of these tests'
const KEY = 'FLWSECK_TEST-tests-X'

/**
 * The product on its own database, with a simulator with a manual clock, and the address that receives webhooks. With
 * `deliver` off, webhooks are stored but not processed, as with a worker that is down.
 */
export function usePaymentFixture(options: { max?: number } = {}) {
  const database = useDatabase(options)
  const owner = () => database.owner()
  const fixture = { deliver: true, notices: [] as { status: number; body: string }[], refuseNotices: false }
  let simulator: Simulator
  let clock: ManualClock
  let route: Server
  let advancedMs = 0

  beforeAll(async () => {
    route = await startRoute(fixture)
    const { port } = route.address() as AddressInfo
    clock = createManualClock(Date.now())
    simulator = await startSimulator({
      clock,
      webhookUrl: `http://127.0.0.1:${port}/webhooks/flutterwave`,
      webhookHash: HASH,
      secretKey: KEY,
    })
    useGateway(
      { baseUrl: `${simulator.url}/v3`, secretKey: KEY, webhookHash: HASH, accountId: '17321' },
      { createTimeoutMs: 1_500, readTimeoutMs: 1_500 },
    )
  })
  beforeEach(async () => {
    fixture.deliver = true
    fixture.refuseNotices = false
    fixture.notices = []
    await control('/control/reset', {})
  })
  afterAll(async () => {
    await simulator.close()
    route.closeAllConnections()
    route.close()
  })

  async function control(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${simulator.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return { ...((await response.json()) as object), status: response.status }
  }

  /** Moves the product's clock and the simulator's together. */
  async function advance(seconds: number): Promise<void> {
    advancedMs += seconds * 1_000
    await owner().query('update app_clock set advanced_by = make_interval(secs => $1)', [advancedMs / 1_000])
    setClockAdvance(advancedMs)
    clock.advance(seconds * 1_000)
    await simulator.settled()
  }

  return {
    ...database,
    state: fixture,
    baseUrl: () => `${simulator.url}/v3`,
    key: KEY,
    control,
    advance,
    settled: () => simulator.settled(),
    /** What happens at the payment page, without a browser. */
    pay: (txRef: string, outcome: 'approve' | 'decline' | 'wrong_pin' | 'timeout', more: object = {}) =>
      control('/control/pay', { tx_ref: txRef, outcome, ...more }),
    scenario: (scenario: string, match: object = {}, times = 1) =>
      control('/control/scenario', { scenario, match, times }),
    atGateway: async (
      txRef: string,
    ): Promise<{ links: { state: string; url: string }[]; transactions: { id: number; status: string }[] }> => {
      const response = await fetch(`${simulator.url}/control/state?tx_ref=${txRef}`)
      return (await response.json()) as never
    },
    person: (change: Partial<Person> = {}) => insertPerson(owner(), change),
    grantPass: async (accountId: string) => {
      await owner().query(`insert into user_access (id, user_id, reason) values ($1, $2, 'test')`, [newId(), accountId])
    },
    /** A fan who has paid for a pass through the gateway. */
    paidPass: async (): Promise<{ fan: Person; purchaseId: string; txRef: string }> => {
      const fan = await insertPerson(owner(), {})
      const started = await placeOrder(fan, aStart({ email: fan.email }))
      if (!started.ok) throw new Error(JSON.stringify(started.refusal))
      const txRef = started.value.reference
      await control('/control/pay', { tx_ref: txRef, outcome: 'approve' })
      await simulator.settled()
      const { rows } = await owner().query<{ id: string }>('select id from purchases where buyer_id = $1', [fan.id])
      return { fan, purchaseId: rows[0]!.id, txRef }
    },
    /** Money at the gateway under a reference that we never issued. */
    strangerPays: async (reference: string): Promise<void> => {
      await paymentGateway().createCheckout({
        reference,
        amount: { amountMinor: 5_000_000n, currency: 'UGX' },
        method: 'mobile_money',
        customer: { name: 'A Stranger', email: 'stranger@elsewhere.example', phone: '+256772123456' },
        returnUrl: 'http://localhost:3000/payment-callback',
        sessionMinutes: 30,
        title: 'Peach',
        description: 'PEACH UG',
      })
      await control('/control/pay', { tx_ref: reference, outcome: 'approve' })
      await simulator.settled()
    },
    lockedPost: (priceMinor = 5_000_000n) => insertLockedPost(owner(), priceMinor),
    one: async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
      (await owner().query(text, values)).rows[0] as Row,
    all: async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await owner().query(text, values)).rows as Row[],
  }
}

/** A pass bought by mobile money, unless other options are given. */
export function aStart(
  change: Partial<GatewayOrder> & { email?: string; plan?: 'monthly' | 'annual' } = {},
): GatewayOrder {
  const { email = `${newId()}@fans.example`, plan = 'monthly', ...rest } = change
  return {
    from: 'gateway',
    product: { kind: 'pass', plan, currency: 'UGX', renewal: false },
    payer: { name: 'A Fan', email, phone: '+256772123456', method: 'mobile_money', network: 'MTN' },
    returnTo: {},
    attempt: randomToken(),
    shownMinor: null,
    checkoutToken: randomToken(),
    network: '10.9.0.0/24',
    returnUrl: 'http://localhost:3000/payment-callback',
    ...rest,
  }
}

async function insertPerson(
  owner: { query(text: string, values: unknown[]): Promise<unknown> },
  change: Partial<Person>,
): Promise<Person> {
  const id = newId()
  const person: Person = {
    ...A_FAN,
    id,
    email: `${id}@fans.example`,
    displayName: 'A Fan',
    username: `fan_${id.replaceAll('-', '').slice(-20)}`,
    birthday: '1999-05-05',
    sessionId: newId(),
    ...change,
  }
  await owner.query(
    `insert into profiles (id, email, display_name, username, user_type, profile_completed, birthday, account_status, is_blocked)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      person.email,
      person.displayName,
      person.username,
      person.userType,
      person.profileCompleted,
      person.birthday,
      person.accountStatus,
      person.isBlocked,
    ],
  )
  return person
}

async function insertLockedPost(
  owner: { query(text: string, values: unknown[]): Promise<unknown> },
  priceMinor: bigint,
): Promise<{ postId: string; creatorId: string }> {
  const creator = await insertPerson(owner, { userType: 'creator' })
  const postId = newId()
  await owner.query(
    `insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', app_now())`,
    [creator.id],
  )
  await owner.query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at) values ($1, $2, 'grant', $1, app_now(), app_now() + interval '90 days')`,
    [newId(), creator.id],
  )
  await owner.query(
    `insert into posts (id, creator_id, kind, audience, price_minor, state, published_at) values ($1, $2, 'photo', 'pay_to_unlock', $3, 'published', app_now())`,
    [postId, creator.id, priceMinor.toString()],
  )
  return { postId, creatorId: creator.id }
}

/** The webhook address, as the product's own route answers it. */
async function startRoute(fixture: {
  deliver: boolean
  refuseNotices: boolean
  notices: { status: number; body: string }[]
}): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void (async () => {
        if (fixture.refuseNotices) return response.writeHead(500).end()
        const body = Buffer.concat(chunks)
        const result = await receiveWebhookEvent(new Headers(request.headers as Record<string, string>), body)
        const status = result.ok ? 200 : result.refusal.kind === 'wrong_hash' ? 401 : 413
        fixture.notices.push({ status, body: body.toString('utf8').slice(0, 500) })
        if (result.ok && fixture.deliver) await processWebhookEvent(result.value.webhookEventId)
        return response.writeHead(status).end()
      })().catch(() => response.writeHead(503).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
