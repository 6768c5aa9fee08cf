// The control addresses, for programs and people on the same machine: choose faults, pay, read the state.
import { z } from 'zod'
import { balanceOf } from './balances.ts'
import { openChargeback } from './chargebacks.ts'
import { answer, linkState, OUTCOMES, type Payer, successOf, switchOff, switchOn } from './checkout.ts'
import { controlPage } from './control-page.ts'
import { type Answer, type Call, json, page, parseForm, parseObject, seeOther } from './http.ts'
import { findScenario, rulesOf } from './scenarios.ts'
import type { Choice } from './scenario-types.ts'
import { describeChoice, parseChoice, withVariant } from './selection.ts'
import { describeState } from './state-report.ts'
import { resendTransaction } from './webhooks.ts'
import { wireTransaction } from './wire.ts'
import type { World } from './world.ts'

const LONGEST_WEBHOOK_WAIT_MS = 2_000
const LONGEST_SETTLING_MS = 10_000

const text = z.string().min(1).max(300)
const ScenarioBody = z.strictObject({
  match: z.strictObject({ path: text.optional(), tx_ref: text.optional(), email: text.optional() }).optional(),
  scenario: z.string().max(40).nullable(),
  times: z.int().min(0).max(100_000).optional(),
  /** Makes it the default of every payment; null removes the default. */
  global: z.boolean().optional(),
})
const PayBody = z.strictObject({
  tx_ref: text,
  outcome: z.enum(OUTCOMES),
  method: z.enum(['card', 'mobilemoneyuganda']).optional(),
  phone: text.optional(),
  card: text.optional(),
})
const ReferenceBody = z.strictObject({ tx_ref: text })
const BalanceBody = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  available: z.number().optional(),
  ledger: z.number().optional(),
})

export async function control(world: World, call: Call, remoteAddress: string): Promise<Answer> {
  if (!isLoopback(remoteAddress) || !isOwnPage(call)) return json(403, { error: 'only from this machine' })
  const route = `${call.method} ${call.path}`
  switch (route) {
    case 'GET /control':
      return page(200, controlPage(world))
    case 'GET /control/state':
      return json(200, describeState(world, call.query.get('tx_ref')))
    case 'POST /control/default':
      return setDefault(world, parseForm(call.body).get('scenario') ?? '')
    case 'POST /control/scenario':
      return withBody(call, ScenarioBody, (body) => setScenario(world, body))
    case 'POST /control/pay':
      return withBody(call, PayBody, (body) => pay(world, body))
    case 'POST /control/resend-webhook':
      return withBody(call, ReferenceBody, (body) => resend(world, body.tx_ref))
    case 'POST /control/balance':
      return withBody(call, BalanceBody, (body) => setBalance(world, body))
    case 'POST /control/settle':
      world.timers.runDue()
      await world.courier.idle(LONGEST_SETTLING_MS)
      return json(200, { ok: true, now: new Date(world.clock.now()).toISOString() })
    case 'POST /control/reset':
      world.store.reset()
      world.timers.recount()
      return json(200, { ok: true })
    default:
      return json(404, { error: 'no such control address' })
  }
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === '::1'
}

/** Foreign web pages in a browser on this machine may not use the controls. */
function isOwnPage(call: Call): boolean {
  const { origin } = call.headers
  return origin === undefined || origin === call.origin
}

async function withBody<Body>(
  call: Call,
  schema: z.ZodType<Body>,
  run: (body: Body) => Answer | Promise<Answer>,
): Promise<Answer> {
  const parsed = schema.safeParse(parseObject(call.body))
  if (parsed.success) return run(parsed.data)
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
  return json(400, { error: 'invalid body', problems })
}

function setScenario(world: World, body: z.infer<typeof ScenarioBody>): Answer {
  if (body.global && body.scenario === null) {
    world.store.changeSettings({ globalChoice: null })
    return json(200, { ok: true, applied: 'default-removed' })
  }
  const choice = parseChoice(body.scenario)
  const scenario = findScenario(choice?.id ?? '')
  if (!choice || !scenario) return json(400, { error: `unknown scenario: ${body.scenario}` })
  const times = body.times ?? 1
  const done = (applied: string) =>
    json(200, { ok: true, applied, scenario: describeChoice(choice), match: body.match ?? {}, times })
  if (times === 0) return reverse(world, choice, done)
  if (body.global) {
    world.store.changeSettings({ globalChoice: choice })
    return done('default')
  }
  if (scenario.switchForMs !== undefined) {
    switchOn(world, withVariant(world, choice), scenario)
    return done('switched-on')
  }
  const paid = scenario.group === 'chargeback' ? paidTransaction(world, body.match?.tx_ref) : undefined
  if (paid) {
    openChargeback(world, paid, rulesOf(choice).chargeback ?? {}, world.clock.now())
    return done('done')
  }
  const path = body.match?.path === undefined ? undefined : normalPath(body.match.path)
  world.store.queue.put({ id: world.store.nextId('queue'), match: { ...body.match, path }, choice, left: times })
  return done('queued')
}

function reverse(world: World, choice: Choice, done: (applied: string) => Answer): Answer {
  for (const entry of world.store.queue.all()) if (entry.choice.id === choice.id) world.store.queue.delete(entry.id)
  if (world.store.settings.globalChoice?.id === choice.id) world.store.changeSettings({ globalChoice: null })
  switchOff(world, choice.id)
  return done('removed')
}

function normalPath(path: string): string {
  const absolute = path.startsWith('/') ? path : `/${path}`
  return absolute.startsWith('/v3') ? absolute : `/v3${absolute}`
}

function paidTransaction(world: World, txRef: string | undefined) {
  return txRef === undefined
    ? undefined
    : world.store.transactions.of(txRef).findLast((tx) => tx.status === 'successful')
}

async function pay(world: World, body: z.infer<typeof PayBody>): Promise<Answer> {
  const link = world.store.links.newestOf(body.tx_ref)
  if (!link) return json(404, { error: 'no checkout for this tx_ref' })
  const state = linkState(world, link)
  const paid = successOf(world, link)
  const known = paid ? wireTransaction(world, paid) : null
  if (state !== 'open') return json(409, { error: `this checkout is ${state}`, state, transaction: known })
  const method = body.method ?? (body.card ? 'card' : link.methods[0]) ?? 'card'
  const phone = method === 'card' ? null : (body.phone ?? link.customer.phone)
  const payer: Payer = { method, phone, network: null, card: body.card ?? null }
  const { transaction, next } = answer(world, link, body.outcome, payer, link.draft?.transactionId ?? null)
  world.timers.runDue()
  await world.courier.idle(LONGEST_WEBHOOK_WAIT_MS)
  const newest = transaction ? (world.store.transactions.get(transaction.id) ?? transaction) : null
  return json(200, {
    transaction: newest ? wireTransaction(world, newest) : null,
    scenario: newest ? describeChoice(newest.choice) : null,
    redirect_to: next.to === 'shop' ? next.url : null,
    state: linkState(world, world.store.links.get(link.id) ?? link),
  })
}

async function resend(world: World, txRef: string): Promise<Answer> {
  const tx = world.store.transactions.newestOf(txRef)
  if (!tx) return json(404, { error: 'no transaction for this tx_ref' })
  const delivery = resendTransaction(world, tx)
  if (!delivery) return json(409, { error: 'SIMULATOR_WEBHOOK_URL is not set' })
  world.timers.runDue()
  await world.courier.idle(LONGEST_WEBHOOK_WAIT_MS)
  const sent = world.store.deliveries.get(delivery.id) ?? delivery
  return json(200, { ok: true, state: sent.state, answers: sent.attempts })
}

function setBalance(world: World, body: z.infer<typeof BalanceBody>): Answer {
  const balance = balanceOf(world, body.currency)
  const next = {
    id: body.currency,
    available: body.available ?? balance.available,
    ledger: body.ledger ?? balance.ledger,
  }
  return json(200, { ok: true, ...world.store.balances.put(next) })
}

function setDefault(world: World, id: string): Answer {
  world.store.changeSettings({ globalChoice: parseChoice(id) })
  return seeOther('/control')
}
