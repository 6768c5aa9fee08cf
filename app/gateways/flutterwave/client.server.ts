import { toGatewayAmount } from '#app/domain/money/gateway-amount.ts'
import type { Charge, Checkout, CheckoutRequest, Outcome, PaymentGateway } from './port.ts'
import { type HttpAnswer, readAnswer } from './read-answer.ts'
import { readCharge } from './read-charge.ts'
import { listCalls } from './lists.server.ts'
import { refundCalls } from './refunds.server.ts'
import { transferCalls } from './transfers.server.ts'
import { isWire, textOf, type Wire } from './wire.ts'

export type FlutterwaveOptions = {
  /** Ends in /v3, without a slash after it. */
  baseUrl: string
  secretKey: string
  accountId: string
  /** Origins of payment pages; a link to anywhere else is not given to a payer. */
  checkoutOrigins: readonly string[]
  /** The gateway itself gives up after 28 s; creating waits longer than that. */
  createTimeoutMs?: number
  readTimeoutMs?: number
}

/** The configuration of our account at the gateway. */
export type GatewayAccess = {
  secretKey: string
  /** The secret in the gateway's notices; "new,old" accepts two while one replaces the other. */
  webhookHash: string
  accountId: string
  baseUrl: string
}

const OFFICIAL_HOST = 'api.flutterwave.com'
const OFFICIAL_PAGES = [
  'https://checkout.flutterwave.com',
  'https://checkout-v2.dev-flutterwave.com',
  'https://ravemodal-dev.herokuapp.com',
]

let current: { gateway: PaymentGateway; webhookHashes: readonly string[] } | null = null

/** Sets the gateway of this process; once at start. */
export function useGateway(
  access: GatewayAccess,
  timeouts: Pick<FlutterwaveOptions, 'createTimeoutMs' | 'readTimeoutMs'> = {},
): void {
  const { secretKey, accountId, baseUrl } = access
  const gateway = createFlutterwaveClient({
    secretKey,
    accountId,
    baseUrl,
    checkoutOrigins: checkoutOriginsOf(baseUrl),
    ...timeouts,
  })
  current = { gateway, webhookHashes: access.webhookHash.split(',').filter((hash) => hash !== '') }
}

/** The gateway of this process. */
export function paymentGateway(): PaymentGateway {
  if (!current) throw new Error('the payment gateway has not been set yet')
  return current.gateway
}

export function webhookHashes(): readonly string[] {
  if (!current) throw new Error('the payment gateway has not been set yet')
  return current.webhookHashes
}

/** Allowed origins of payment pages: the official hosts, or the API's own host elsewhere. */
export function checkoutOriginsOf(baseUrl: string): string[] {
  const api = new URL(baseUrl)
  return api.hostname === OFFICIAL_HOST ? OFFICIAL_PAGES : [api.origin]
}

const MAX_ANSWER_BYTES = 1_000_000
const STUMBLED: ReadonlySet<string> = new Set(['HTTP 502', 'HTTP 503', 'HTTP 504'])
const CHECK_AGAIN_MS = [200, 600] as const
const ALREADY_CLOSED = /currently inactive|already disabled/i
const OPTIONS = { card: 'card', mobile_money: 'mobilemoneyuganda' } as const

/** The real client of Flutterwave's API v3. It stores nothing, writes nothing, and turns every kind of failure into an Outcome. */
export function createFlutterwaveClient(options: FlutterwaveOptions): PaymentGateway {
  const createTimeout = options.createTimeoutMs ?? 35_000
  const readTimeout = options.readTimeoutMs ?? 10_000

  /** A read is repeated where something between us and the gateway failed; a call that may have moved money never is. */
  async function get(path: string): Promise<Outcome<Wire>> {
    for (const pause of CHECK_AGAIN_MS) {
      const answer = await call('GET', path, readTimeout)
      if (answer.kind !== 'ambiguous' || !STUMBLED.has(answer.cause)) return answer
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    return call('GET', path, readTimeout)
  }

  async function call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    timeoutMs: number,
    body?: object,
  ): Promise<Outcome<Wire>> {
    try {
      const response = await fetch(`${options.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.secretKey}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return readAnswer(await readWhole(response))
    } catch (error) {
      return {
        kind: 'ambiguous',
        cause: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown',
      }
    }
  }

  async function createCheckout(request: CheckoutRequest): Promise<Outcome<Checkout>> {
    const answer = await call('POST', '/payments', createTimeout, {
      tx_ref: request.reference,
      amount: toGatewayAmount(request.amount),
      currency: request.amount.currency,
      redirect_url: request.returnUrl,
      payment_options: OPTIONS[request.method],
      customer: {
        email: request.customer.email,
        name: request.customer.name,
        ...(request.customer.phone ? { phonenumber: request.customer.phone } : {}),
      },
      customizations: { title: request.title, description: request.description },
      configurations: { session_duration: request.sessionMinutes },
      meta: { reference: request.reference },
    })
    if (answer.kind !== 'ok') return answer
    const link = isWire(answer.value.data) ? textOf(answer.value.data, 'link') : null
    if (link === null || !isOurPage(link)) return { kind: 'ambiguous', cause: 'no link to a payment page' }
    return { kind: 'ok', value: { link } }
  }

  function isOurPage(link: string): boolean {
    return URL.canParse(link) && options.checkoutOrigins.includes(new URL(link).origin)
  }

  async function closeCheckout(link: string): Promise<Outcome<null>> {
    const answer = await call('POST', '/payments/link/disable', readTimeout, { link })
    if (answer.kind === 'ok' || (answer.kind === 'rejected' && ALREADY_CLOSED.test(answer.message)))
      return { kind: 'ok', value: null }
    return answer
  }

  async function verify(path: string): Promise<Outcome<Charge>> {
    const answer = await get(path)
    if (answer.kind !== 'ok') return answer
    const charge = isWire(answer.value.data) ? readCharge(answer.value.data) : null
    return charge
      ? { kind: 'ok', value: charge }
      : { kind: 'ambiguous', cause: 'a transaction without id or reference' }
  }

  async function list(reference: string): Promise<Outcome<Charge[]>> {
    const answer = await get(`/transactions?tx_ref=${encodeURIComponent(reference)}`)
    if (answer.kind !== 'ok') return answer.kind === 'not_found' ? { kind: 'ok', value: [] } : answer
    if (!Array.isArray(answer.value.data)) return { kind: 'ambiguous', cause: 'a list that is none' }
    const charges = answer.value.data.flatMap((row: unknown) => (isWire(row) ? (readCharge(row) ?? []) : []))
    // A gateway that doesn't know the filter answers with everybody's.
    return { kind: 'ok', value: charges.filter((charge) => charge.reference === reference) }
  }

  async function findCharges(reference: string, { every = false } = {}): Promise<Outcome<Charge[]>> {
    const verified = await verify(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`)
    if (verified.kind !== 'ok' && verified.kind !== 'not_found') return verified
    const first = verified.kind === 'ok' ? [verified.value] : []
    if (first[0]?.status === 'succeeded' && !every) return { kind: 'ok', value: first }
    const listed = await list(reference)
    // What verify has shown stays true even if the list is unavailable; without either the status is unknown.
    if (listed.kind !== 'ok') return first.length > 0 ? { kind: 'ok', value: first } : listed
    const others = listed.value.filter((charge) => charge.providerId !== first[0]?.providerId)
    return { kind: 'ok', value: [...first, ...others] }
  }

  return {
    name: 'flutterwave-v3',
    accountId: options.accountId,
    createCheckout,
    closeCheckout,
    getCharge: (providerId) => verify(`/transactions/${encodeURIComponent(providerId)}/verify`),
    findCharges,
    ...listCalls({ get }),
    ...refundCalls({ get, send: (method, path, body) => call(method, path, createTimeout, body) }),
    ...transferCalls({ get, create: (path, body) => call('POST', path, createTimeout, body) }),
  }
}

/** Reads an answer to its end, up to the maximum size. The timeout of the call covers this too. */
async function readWhole(response: Response): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return {
    status: response.status,
    body: Buffer.concat(chunks).toString('utf8'),
    retryAfter: response.headers.get('retry-after'),
  }
}
