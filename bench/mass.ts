import { createMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { deliverMassMessage } from '#app/domain/chat/deliver-mass-message.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { startMassMessage } from '#app/domain/chat/start-mass-messages.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type BenchDatabase, makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, percentile, ratios } from './figure.ts'
import { fillPeople, PERSON_ID } from './fill-people.ts'
import { steadily } from './open-loop.ts'

const SUBSCRIBERS = 100_000
/** Those who write meanwhile: few enough messages a minute for each wallet. */
const WRITERS = 600
const PER_SECOND = 100
const AT_ONCE = 4
const FILLED_MINOR = 10_000_000_000n

/** A creator writes to a hundred thousand fans while others pay for messages, half of them to that creator. */
export const mass: Bench = {
  name: 'mass',
  description: `a message to ${SUBSCRIBERS.toLocaleString('en')} fans: queuing it, and paid messages while it is delivered`,
  needs: 'about 700 MB of disk and 4 minutes',
  run: async ({ rounds, seconds }) => {
    const database = await makeDatabase()
    try {
      useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
      useSecrets(['a bench secret that is long enough to be one'])
      await openQueue(database.serverUrl, SERVER_ROLE, { maintain: false })
      await fill(database)
      return await measure(database, rounds, seconds)
    } finally {
      await closeQueue()
      await database.remove()
    }
  },
}

async function measure(database: BenchDatabase, rounds: number, seconds: number): Promise<Figure[]> {
  const queued: number[] = []
  let massId = ''
  for (let round = 0; round < rounds; round += 1) {
    await database.owner.query(`update mass_messages set created_at = created_at - interval '2 days'`)
    massId = await createOne()
    const began = performance.now()
    await startMassMessage(massId)
    queued.push((performance.now() - began) / 1_000)
  }
  await closedLoop(1)
  const reached: number[] = []
  const beside = async <Value>(work: () => Promise<Value>) => {
    const { value, rate } = await whileDelivering(database, massId, work)
    reached.push(rate)
    return value
  }
  const { alone, shared } = await alternate(rounds, {
    alone: () => closedLoop(seconds),
    shared: () => beside(() => closedLoop(seconds)),
  })
  const slowest = await alternate(rounds, {
    alone: () => p99(seconds),
    shared: () => beside(() => p99(seconds)),
  })
  return [
    {
      name: `queuing a message to ${SUBSCRIBERS.toLocaleString('en')} fans`,
      unit: 's',
      values: queued,
      target: { max: 5 },
    },
    {
      name: 'paid messages while it is delivered, to those without',
      unit: '×',
      values: ratios(shared, alone),
      target: { min: 0.8 },
    },
    { name: 'paid messages without it', unit: 'req/s', values: alone, target: null },
    { name: 'fans reached beside them', unit: 'req/s', values: reached, target: null },
    { name: `a paid message, p99 at ${PER_SECOND}/s, without it`, unit: 'ms', values: slowest.alone, target: null },
    { name: 'the same while it is delivered', unit: 'ms', values: slowest.shared, target: null },
  ]
}

async function createOne(): Promise<string> {
  const made = await createMassMessage(person(1), {
    text: 'Rehearsal set on Friday, with a few words about the evening',
    clientId: newId(),
    audience: { kind: 'subscribers' },
    sendAt: null,
    files: null,
  })
  if (!made.ok) throw new Error(made.refusal.kind)
  return made.value.id
}

/** Runs the jobs of the delivery one after the other, as the queue does, until `work` is done. Returns how many fans were reached a second. */
async function whileDelivering<Value>({ owner }: BenchDatabase, massId: string, work: () => Promise<Value>) {
  const count = async () =>
    (await owner.query<{ n: number }>('select delivered as n from mass_messages where id = $1', [massId])).rows[0]!.n
  const before = await count()
  const began = performance.now()
  const running = { on: true }
  const deliver = (async () => {
    while (running.on) await deliverMassMessage({ massId, after: null })
  })()
  const value = await work()
  running.on = false
  await deliver
  const rate = ((await count()) - before) / ((performance.now() - began) / 1_000)
  if (rate < 1) throw new Error('nobody was reached meanwhile')
  return { value, rate }
}

let written = 0

/** The next paid message: half of them to the creator who writes to many. */
async function sendOne(): Promise<void> {
  written += 1
  const nth = 2 + (written % WRITERS)
  const sent = await sendMessage(person(nth), {
    to: { creatorId: idOf(nth % 2 === 0 ? 1 : nth + 10_000) },
    text: 'Will you be live on Friday?',
    clientId: newId(),
    shownMinor: 500_000n,
    confirmed: true,
  })
  if (!sent.ok) throw new Error(`a message was refused: ${sent.refusal.kind}`)
}

async function closedLoop(seconds: number): Promise<number> {
  const began = performance.now()
  let sent = 0
  const write = async () => {
    while (performance.now() - began < seconds * 1_000) {
      await sendOne()
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write))
  return sent / ((performance.now() - began) / 1_000)
}

const p99 = async (seconds: number) => percentile(await steadily({ perSecond: PER_SECOND, seconds }, sendOne), 0.99)

const idOf = (nth: number) => `01970000-0000-7000-9000-${String(nth).padStart(12, '0')}`

const person = (nth: number): Person => ({
  ...A_FAN,
  id: idOf(nth),
  email: `person${nth}@bench.example`,
  displayName: `Person ${nth}`,
  username: `person_${nth}`,
  userType: 'creator',
  sessionId: newId(),
})

/** Everybody follows the first, with a pass; those who write have full wallets. */
async function fill({ owner }: BenchDatabase): Promise<void> {
  await fillPeople(owner, SUBSCRIBERS + 1)
  await owner.query(
    `insert into follows (fan_id, creator_id, created_at) select ${PERSON_ID('n')}, ${PERSON_ID('1')}, now()
     from generate_series(2, ${SUBSCRIBERS + 1}) n on conflict do nothing`,
  )
  await owner.query('set session_replication_role = origin')
  for (let nth = 2; nth < 2 + WRITERS; nth += 1)
    await owner.query(
      `select post_journal_entry($1, 'wallet_topped_up', $2, 'bench', $1, now(), null, array[
         open_ledger_account($3, 'gateway_clearing', null, 'UGX', true, false), open_ledger_account($4, 'wallet', $5, 'UGX', false, true)
       ], array[$6::bigint, -$6::bigint])`,
      [newId(), `bench:${nth}`, newId(), newId(), idOf(nth), FILLED_MINOR.toString()],
    )
  await owner.query('analyze')
}
