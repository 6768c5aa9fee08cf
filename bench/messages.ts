import { join } from 'node:path'
import type pg from 'pg'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type LivePair, makeLivePairs, RATE_MINOR } from '#tests/support/live-pairs.ts'
import { makeDatabase } from './database.ts'
import { alternate, type Figure, ratios } from './figure.ts'
import { pgbench } from './pgbench.ts'

const PAIRS = 500
const CONNECTIONS = 8
const WALLET_MINOR = RATE_MINOR * 1_000_000n

/** Durable paid messages by the product's own command, compared with pgbench doing the same writes on the same cluster. */
export async function measureMessages(rounds: number, seconds: number): Promise<Figure[]> {
  const database = await makeDatabase({ max: CONNECTIONS + 2 })
  try {
    useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
    useSecrets(['a bench secret that is long enough to be one'])
    const pairs = await makeLivePairs(database.owner, PAIRS, WALLET_MINOR)
    await openQueue(database.serverUrl, SERVER_ROLE, { maintain: false })
    for (const pair of pairs) await sendOne(pair)
    await namePairs(database.owner)
    const script = join(import.meta.dirname, 'baselines', 'paid-message.sql')
    const { serverUrl } = database
    const limit = async () => {
      const variables = { pairs: String(PAIRS) }
      return (await pgbench({ serverUrl, script, connections: CONNECTIONS, seconds, variables })).perSecond
    }
    const measured = await alternate(rounds, {
      ours: () => afterAnHour(database.owner, () => send(pairs, seconds)),
      limit: () => afterAnHour(database.owner, limit),
    })
    await expectPaid(database.owner)
    return [
      {
        name: 'paid messages, to pgbench',
        unit: '×',
        values: ratios(measured.ours, measured.limit),
        target: { min: 0.6 },
      },
      { name: 'paid messages', unit: 'a second', values: measured.ours, target: null },
      { name: 'paid messages, pgbench', unit: 'a second', values: measured.limit, target: null },
    ]
  } finally {
    await closeQueue()
    await database.remove()
  }
}

/** Returns messages per second. */
async function send(pairs: LivePair[], seconds: number): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1_000
  let sent = 0
  let next = 0
  const work = async () => {
    while (performance.now() < until) {
      await sendOne(pairs[(next += 1) % pairs.length]!)
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return sent / ((performance.now() - began) / 1_000)
}

async function sendOne({ fan, threadId }: LivePair): Promise<void> {
  const result = await sendMessage(personOf(fan.id), {
    to: { threadId },
    text: 'Good evening, how was your day?',
    clientId: newId(),
    shownMinor: RATE_MINOR,
    confirmed: false,
  })
  if (!result.ok) throw new Error(`a message was refused: ${result.refusal.kind}`)
}

/** What pgbench needs to know of a pair, whose accounts our own messages have opened. */
async function namePairs(owner: pg.Client): Promise<void> {
  const account = (purpose: string, ownerId: string) =>
    `(select id from ledger_accounts a where a.purpose = '${purpose}' and a.owner_id is not distinct from ${ownerId} and a.currency = 'UGX')`
  await owner.query(
    `create table bench_pairs as select row_number() over (order by t.id)::int as n, t.id as thread, t.fan_id as fan, t.creator_id as creator,
       ${account('wallet', 't.fan_id')} as wallet, ${account('creator_pending', 't.creator_id')} as pending,
       ${account('platform_revenue', 'null')} as revenue
     from chat_threads t`,
  )
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from bench_pairs where num_nonnulls(wallet, pending, revenue) < 3',
  )
  if (rows[0]!.n > 0) throw new Error(`${rows[0]!.n} pairs have sent no message before the measurement`)
  await owner.query('alter table bench_pairs add primary key (n)')
  await owner.query('grant select on bench_pairs to peach_app')
  await owner.query('analyze')
}

/** A fan may send sixty messages a minute: those of the last round are dated back. */
async function afterAnHour<Value>(owner: pg.Client, work: () => Promise<Value>): Promise<Value> {
  await owner.query(
    `update chat_messages set sent_at = sent_at - interval '1 hour' where sent_at > now() - interval '30 minutes'`,
  )
  await owner.query('vacuum analyze chat_messages, chat_threads')
  return work()
}

/** Each message has its entry, and no fan's wallet differs from its postings. */
async function expectPaid(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ messages: number; entries: number }>(
    `select (select count(*)::int from chat_messages) as messages,
       (select count(*)::int from journal_entries where kind = 'message_paid') as entries`,
  )
  const [{ messages, entries }] = rows as [{ messages: number; entries: number }]
  if (messages !== entries) throw new Error(`${messages} messages and ${entries} entries`)
}

function personOf(id: string): Person {
  return {
    ...A_FAN,
    id,
    email: `${id}@live.example`,
    displayName: 'A fan',
    username: 'a_fan',
    sessionId: newId(),
  }
}
