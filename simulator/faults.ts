// Calls that are answered wrongly on purpose: which fault applies to a call, and how it looks on the wire.
import type { ServerResponse } from 'node:http'
import { refusal } from './api/envelope.ts'
import { type Answer, type Call, json, parseObject } from './http.ts'
import { findScenario, rulesOf } from './scenarios.ts'
import type { Choice, Rules, Scenario, TransportRule } from './scenario-types.ts'
import { describeChoice, type Facts, selectSticky, shiftQueued, withVariant } from './selection.ts'
import { isOn, type World } from './world.ts'

const RETRY_AFTER_SECONDS = '5'
const DRIP_MS = 500

/** The fault of this call, if any. Reading it uses up a one-shot scenario. */
export function pickFault(world: World, call: Call): TransportRule | null {
  const kind = kindOf(call)
  const breaks = (rules: Rules) => rules.transport?.on === 'any' || rules.transport?.on === kind
  const wanted = (scenario: Scenario) => breaks(scenario) || Object.values(scenario.variants ?? {}).some(breaks)
  const facts = factsOf(world, call)
  const queued = shiftQueued(world, facts, wanted)
  if (queued) return rulesOf(withVariant(world, queued)).transport ?? null
  for (const id of ['X01', 'X05']) {
    if (isOn(world, id)) return rulesOf({ id, variant: null }).transport ?? null
  }
  const sticky = selectSticky(world, facts, wanted)
  if (sticky.id === '') return null
  if (sticky === world.store.settings.globalChoice) return rulesOf(withVariant(world, sticky)).transport ?? null
  return mayFire(world, sticky, facts.txRef ?? '') ? (rulesOf(withVariant(world, sticky)).transport ?? null) : null
}

/** A scenario that sticks to a reference breaks only its first calls, so that a retry gets through. */
function mayFire(world: World, choice: Choice, txRef: string): boolean {
  const scenario = findScenario(choice.id)
  const limit = scenario?.transport?.perReference ?? 1
  const id = `${describeChoice(choice)} ${txRef}`
  const count = world.store.fired.get(id)?.count ?? 0
  if (count >= limit) return false
  world.store.fired.put({ id, count: count + 1 })
  return true
}

function kindOf(call: Call): TransportRule['on'] | 'other' {
  if (call.method !== 'POST') return 'other'
  if (call.path === '/v3/payments') return 'payments'
  if (call.path === '/v3/transfers') return 'transfers'
  return /^\/v3\/transactions\/[^/]+\/refund$/.test(call.path) ? 'refunds' : 'other'
}

/** What a call is about, found in its body, its query or behind the id in its path. */
function factsOf(world: World, call: Call): Facts {
  const body = parseObject(call.body) ?? {}
  const customer =
    typeof body['customer'] === 'object' && body['customer'] !== null
      ? (body['customer'] as Record<string, unknown>)
      : {}
  const [, kind, id] = /^\/v3\/(transactions|transfers|refunds)\/(\d+)/.exec(call.path) ?? []
  const tx = kind === 'transactions' ? world.store.transactions.get(id ?? '') : undefined
  const refund = kind === 'refunds' ? world.store.refunds.get(id ?? '') : undefined
  const transfer = kind === 'transfers' ? world.store.transfers.get(id ?? '') : undefined
  const named = [body['tx_ref'], body['reference'], call.query.get('tx_ref'), call.query.get('reference')].find(
    (value) => typeof value === 'string' && value !== '',
  )
  const txRef = typeof named === 'string' ? named : (tx?.txRef ?? refund?.txRef ?? transfer?.reference ?? null)
  const known = txRef === null ? undefined : world.store.links.newestOf(txRef)
  const email =
    typeof customer['email'] === 'string' ? customer['email'] : (tx?.customer.email ?? known?.customer.email ?? null)
  const phone =
    kindOf(call) === 'transfers' && typeof body['account_number'] === 'string' ? body['account_number'] : null
  return { path: call.path, txRef, email, meta: body['meta'] ?? known?.meta, phone }
}

/** The whole answer of a fault that is still a proper HTTP answer; null for faults of the connection. */
export function faultyAnswer(fault: TransportRule, real: Answer | null): Answer | null {
  switch (fault.fault) {
    case 'unavailable':
      return refusal(503, 'An error occurred. Please contact support')
    case 'invalid':
      return refusal(400, 'currency is not supported for this merchant')
    case 'unauthorized':
      return refusal(401, 'Invalid authorization key')
    case 'throttled':
      return json(
        429,
        { status: 'error', message: 'Too Many Requests', data: null },
        { 'retry-after': RETRY_AFTER_SECONDS },
      )
    case 'bad-gateway':
      return {
        status: 502,
        headers: { 'content-type': 'text/html' },
        body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
      }
    case 'none':
      return real
    case 'truncated':
    case 'reset':
    case 'drip':
    default:
      return null
  }
}

/** Breaks the connection itself. */
export async function spoil(fault: TransportRule, real: Answer, response: ServerResponse): Promise<void> {
  if (fault.fault === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = Buffer.from(real.body)
  response.writeHead(real.status, { ...real.headers, 'content-length': String(bytes.length) })
  if (fault.fault === 'truncated') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy())
    return
  }
  for (const byte of bytes) {
    if (response.destroyed || response.writableEnded) return
    response.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, DRIP_MS).unref())
  }
  response.end()
}
