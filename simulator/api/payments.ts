// POST /payments and POST /payments/link/disable.
import { randomBytes } from 'node:crypto'
import { chooseForAttempt, isPlayable, play } from '../checkout.ts'
import { type Answer, type Call, parseObject } from '../http.ts'
import type { LinkRecord, Method } from '../records.ts'
import { rulesOf } from '../scenarios.ts'
import { selectSticky, shiftQueued } from '../selection.ts'
import type { World } from '../world.ts'
import { ok, positiveAmount, refusal, textOf } from './envelope.ts'

const MINUTE_MS = 60_000
const DEFAULT_SESSION_MINUTES = 30
const LONGEST_SESSION_MINUTES = 1_440
const DEFAULT_ATTEMPTS = 5
/** How long an answer waits for a webhook that must come before it. */
export const WEBHOOK_FIRST_MS = 5_000

type Body = Record<string, unknown>

export async function createPayment(world: World, call: Call): Promise<Answer> {
  const body = parseObject(call.body)
  if (!body) return refusal(400, 'Invalid request body')
  const problem = problemWith(body)
  if (problem) return refusal(400, problem)
  const link = world.store.links.put(linkOf(world, call, body))
  if (rulesOf(plannedChoice(link, world)).link?.paysBeforeAnswer) {
    const payer = { method: link.methods[0] ?? 'card', phone: link.customer.phone, network: null, card: null }
    play(world, link, chooseForAttempt(world, link, payer), payer)
    world.timers.runDue()
    await world.courier.idle(WEBHOOK_FIRST_MS)
  }
  return ok('Hosted Link', { link: link.url })
}

function plannedChoice(link: LinkRecord, world: World) {
  return (
    link.queued ?? selectSticky(world, { txRef: link.txRef, email: link.customer.email, meta: link.meta }, isPlayable)
  )
}

export function disableLink(world: World, call: Call): Answer {
  const body = parseObject(call.body)
  const address = textOf(body?.['link'])
  const id = /flwlnk-[a-z0-9]{26}/.exec(address)?.[0]
  const link = id === undefined ? undefined : world.store.links.get(id)
  if (!link) return refusal(400, 'Payment link not found')
  if (link.disabled) return refusal(400, 'This payment link is currently inactive')
  const facts = { txRef: link.txRef, email: link.customer.email, meta: link.meta, drawer: link.drawer }
  const ignored = [link.queued, link.drawer, selectSticky(world, facts, isPlayable)].some(
    (choice) => choice && rulesOf(choice).link?.ignoresDisable,
  )
  if (!ignored) world.store.links.patch(link, { disabled: true })
  return ok('Payment link has been disabled successfully', null)
}

function problemWith(body: Body): string | null {
  const txRef = textOf(body['tx_ref'])
  const customer = recordOf(body['customer'])
  if (txRef === '') return 'tx_ref is required'
  if (txRef.length > 100) return 'tx_ref must not be longer than 100 characters'
  if (body['amount'] === undefined || body['amount'] === null) return 'amount is required'
  if (positiveAmount(body['amount']) === null) return 'amount should be greater than 0'
  if (body['currency'] !== undefined && !/^[A-Z]{3}$/.test(textOf(body['currency']))) return 'currency is not supported'
  if (!isWebAddress(body['redirect_url'])) return 'redirect_url must be a valid url'
  if (!customer) return 'customer is required'
  if (!/^[^\s@]{1,100}@[^\s@]{1,150}$/.test(textOf(customer['email']))) return 'customer.email must be a valid email'
  return null
}

function linkOf(world: World, call: Call, body: Body): LinkRecord {
  const now = world.clock.now()
  const id = `flwlnk-${ulid(now)}`
  const txRef = textOf(body['tx_ref'])
  const customer = recordOf(body['customer']) ?? {}
  const look = recordOf(body['customizations']) ?? {}
  const limits = recordOf(body['configurations']) ?? recordOf(body['configuration']) ?? body
  const email = textOf(customer['email'])
  const until = Date.parse(textOf(body['link_expiration']))
  const expiresAt = now + minutesOf(limits['session_duration']) * MINUTE_MS
  return {
    id,
    txRef,
    amount: positiveAmount(body['amount']) ?? 0,
    currency: textOf(body['currency']) || 'NGN',
    redirectUrl: textOf(body['redirect_url']),
    customer: {
      id: world.store.nextId('customer'),
      name: textOf(customer['name']).slice(0, 200) || 'Anonymous customer',
      phone: textOf(customer['phonenumber'] ?? customer['phone_number']).slice(0, 30) || null,
      email,
      createdAt: now,
    },
    title: textOf(look['title']).slice(0, 200) || 'Payment',
    description: textOf(look['description']).slice(0, 500),
    methods: methodsOf(body['payment_options'], textOf(body['currency']) || 'NGN'),
    meta: recordOf(body['meta']) ?? recordOf(Array.isArray(body['meta']) ? body['meta'][0] : null),
    createdAt: now,
    expiresAt: Number.isNaN(until) ? expiresAt : Math.min(expiresAt, until),
    maxAttempts: attemptsOf(limits['max_retry_attempt']),
    url: `${world.config.publicUrl ?? call.origin}/v3/hosted/pay/${id}`,
    disabled: false,
    ended: false,
    queued: shiftQueued(world, { path: '/v3/payments', txRef, email }, isPlayable),
    drawer: null,
    draft: null,
    note: null,
    answered: {},
  }
}

function methodsOf(options: unknown, currency: string): Method[] {
  const requested = new Set(
    textOf(options)
      .toLowerCase()
      .split(/[\s,;]+/),
  )
  const known: Method[] = ['mobilemoneyuganda', 'card']
  const methods = known.filter((method) => requested.has(method))
  if (methods.length > 0) return methods
  return currency === 'UGX' ? known : ['card']
}

function minutesOf(value: unknown): number {
  return Math.min(positiveAmount(value) ?? DEFAULT_SESSION_MINUTES, LONGEST_SESSION_MINUTES)
}

function attemptsOf(value: unknown): number {
  return Math.min(Math.ceil(positiveAmount(value) ?? DEFAULT_ATTEMPTS), 100)
}

function recordOf(value: unknown): Body | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null
}

function isWebAddress(value: unknown): boolean {
  const text = textOf(value)
  return text.length <= 2_000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** 26 characters: ten of time, sixteen of chance, lower case. */
export function ulid(now: number): string {
  let time = ''
  for (let rest = Math.floor(now), digit = 0; digit < 10; digit += 1, rest = Math.floor(rest / 32)) {
    time = (CROCKFORD[rest % 32] ?? '0') + time
  }
  return time + Array.from(randomBytes(16), (byte) => CROCKFORD[byte % 32]).join('')
}
