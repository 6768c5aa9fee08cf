import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runSweep } from '#app/jobs.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { HASH, usePaymentTown } from '#tests/support/payments.ts'
import { ACTS } from './acts.ts'
import { Actors } from './actors.ts'
import type { Cut } from './boundary-proxy.ts'
import { type Flow, FLOWS, type Order } from './flows.ts'
import { isLongRun, keepFigures, SEED } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'
import { PLANTED } from './planted-flow.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'
import { makeWorld, type World } from './world.ts'

const town = usePaymentTown({ max: 10 })
const POINTS_IN_A_SAMPLE = 2
let actors: Actors

beforeAll(async () => {
  actors = new Actors({
    databaseUrl: town.serverUrl(),
    gatewayUrl: new URL(town.baseUrl()).origin,
    gatewayKey: town.key,
    webhookHash: HASH,
  })
  await readClock()
})
afterAll(() => actors.close())

/** What brings everything to its end: the clock's own work, over a quarter of an hour and the days that a look takes. */
const SETTLING = [
  'retry webhook events',
  'reconcile payments',
  'send payouts',
  'send refunds',
  'release earnings',
  'earn a day of creator subscriptions',
  'fold hot accounts',
]

async function settle(): Promise<void> {
  for (const seconds of [200, 400, 900]) {
    await town.advance(seconds)
    for (const sweep of SETTLING) await runSweep(sweep)
  }
}

type Ended = { snapshot: Snapshot; messages: readonly string[] }

/** One world through a flow, killed at the cut or not at all, then done again by whoever had asked, and settled. */
async function play(flow: Flow, cut: Cut | null): Promise<Ended> {
  const world = await makeWorld(town.owner())
  town.state.refuseNotices = false
  const order = await flow.prepare(town, world)
  const { answer, messages, killed } = await actors.run({ ...order, advancedMs: await advancedMs() }, cut)
  if (!cut) expect(isRefusal(answer), `the act was refused: ${JSON.stringify(answer)}`).toBe(false)
  expect(killed, 'a kill that never came would prove nothing').toBe(cut !== null)
  // The clock has just been moved and nobody has done its work yet: what is due may wait.
  if (cut) expect(await listBreaches(['I13']), `right after the kill at ${said(cut, messages)}`).toEqual([])
  const again = answer ?? (await askAgain(order))
  await flow.afterwards?.(town, world, again)
  await settle()
  const snapshot = await snapshotOf(town.owner(), idsOf(world))
  await endWorld(world)
  return { snapshot, messages }
}

/** Lets everything of a world come to its end, so that the clock's work for the next one is for that one alone. */
async function endWorld(world: World): Promise<void> {
  await town
    .owner()
    .query('update creator_listings set revoked_at = app_now() where creator_id = any ($1) and revoked_at is null', [
      world.creators.map(({ id }) => id),
    ])
  await runSweep('return subscriptions to hidden creators')
  await town.advance(8 * 86_400)
  await settle()
}

function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false
}

/** Whoever heard nothing asks again; a "no" because it was done already is an answer too. */
function askAgain(order: Order): Promise<unknown> {
  return ACTS[order.act]!(order.input)
}

async function advancedMs(): Promise<number> {
  const { ms } = await town.one<{ ms: number }>(
    'select (extract(epoch from advanced_by) * 1000)::float8 as ms from app_clock',
  )
  return ms
}

function idsOf(world: World): string[] {
  return [...world.fans, ...world.creators].map(({ id }) => id)
}

function said(cut: Cut, messages: readonly string[]): string {
  return `${cut.when} message ${cut.at} (${messages.at(-1) ?? '?'}), seed ${SEED}`
}

/** Every point of the flow, or some of them drawn by the seed. */
function pointsOf(flow: Flow, messages: number): Cut[] {
  const all = Array.from({ length: messages }, (_, index) => index + 1).flatMap((at): Cut[] => [
    { at, when: 'before' },
    { at, when: 'after' },
  ])
  if (isLongRun) return all
  let state = (SEED ^ Array.from(flow.name).reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) | 0, 7)) >>> 0
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: POINTS_IN_A_SAMPLE }, () => all[Math.floor(draw() * all.length)]!)
}

const counted = { flows: 0, messages: 0, kills: 0 }

describe('the server dies before or after any message between it, the database and the gateway', () => {
  test.each(FLOWS.map((flow) => [flow.proves, flow.name, flow] as const))(
    '%s while %s: nothing is lost and nothing is doubled',
    { timeout: 3_600_000 },
    async (_, __, flow) => {
      const whole = await play(flow, null)
      expect(whole.messages.length, 'messages of the flow').toBeGreaterThan(2)
      for (const cut of pointsOf(flow, whole.messages.length)) {
        const killed = await play(flow, cut)
        expect(killed.snapshot, `killed ${said(cut, killed.messages)}`).toEqual(whole.snapshot)
        counted.kills += 1
      }
      expect(await listBreaches()).toEqual([])
      counted.flows += 1
      counted.messages += whole.messages.length
    },
  )

  test('an act that would do its work twice is found by it', { timeout: 600_000 }, async () => {
    const whole = await play(PLANTED, null)
    const found: Snapshot[] = []
    for (const cut of Array.from({ length: whole.messages.length }, (_, index): Cut => ({
      at: index + 1,
      when: 'after',
    }))) {
      const { snapshot } = await play(PLANTED, cut)
      if (JSON.stringify(snapshot) !== JSON.stringify(whole.snapshot)) found.push(snapshot)
    }
    expect(found.length).toBeGreaterThan(0)
  })

  afterAll(() => keepFigures('boundaries', { ...counted, points: isLongRun ? 'all' : 'sample' }))
})
