import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { makePerson } from '#tests/support/creators.ts'
import { TEST_SECRET, useDatabase } from '#tests/support/database.ts'
import { listCaughtMails } from './queries.server.ts'

const EVENTS = 60
const { owner, serverUrl } = useDatabase()

type Child = ChildProcessByStdio<Writable, Readable, null>
const children: Child[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A worker in a process of its own; `send` hands it ids and resolves when it has delivered them. */
async function startWorker() {
  const child = spawn(process.execPath, ['tests/support/deliver-in-process.ts', serverUrl(), TEST_SECRET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const answer = async () => (await lines.next()).value
  expect(await answer()).toBe('ready')
  return {
    pid: child.pid,
    send: async (ids: { events?: string[]; mails?: string[] }) => {
      child.stdin.write(`${JSON.stringify(ids)}\n`)
      expect(await answer()).toBe('done')
    },
  }
}

test('NOTIFY-01k two processes that deliver the same events at once deliver each once on each channel', async () => {
  const person = await makePerson()
  await inTransaction(async (tx) => {
    for (let count = 0; count < EVENTS; count += 1)
      await publish(tx, {
        event: 'creator_fee_reminded',
        actorId: null,
        objectId: person.id,
        payload: {
          creator: { id: person.id },
          kind: 'one_day',
          on: '28 Nov 2026',
          price: 'UGX 60,000',
          fromEarnings: null,
          available: 'UGX 0',
        },
      })
  })
  const idsOf = async (query: string) => (await owner().query<{ id: string }>(query)).rows.map(({ id }) => id)
  const events = await idsOf('select id from event_outbox order by id')
  expect(events).toHaveLength(EVENTS)

  const workers = await Promise.all([startWorker(), startWorker()])
  expect(new Set([process.pid, ...workers.map(({ pid }) => pid)]).size).toBe(3)
  await Promise.all(workers.map((worker) => worker.send({ events })))
  const mails = await idsOf(`select id from event_deliveries where channel = 'email' order by id`)
  await Promise.all(workers.map((worker) => worker.send({ mails })))

  const { rows } = await owner().query(
    `select channel, state, attempts, count(*)::int as deliveries, count(distinct event_id)::int as events
     from event_deliveries group by channel, state, attempts order by channel`,
  )
  expect(rows).toEqual([
    { channel: 'email', state: 'sent', attempts: 1, deliveries: EVENTS, events: EVENTS },
    { channel: 'in_app', state: 'sent', attempts: 0, deliveries: EVENTS, events: EVENTS },
  ])
  const listed = await owner().query('select count(*)::int as many from notifications where profile_id = $1', [
    person.id,
  ])
  expect(listed.rows).toEqual([{ many: EVENTS }])
  expect(await listCaughtMails({ to: person.email, limit: 2 * EVENTS })).toHaveLength(EVENTS)
}, 120_000)
