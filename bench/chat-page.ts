import type pg from 'pg'
import { to } from '#app/links.ts'
import type { LivePair } from '#tests/support/live-pairs.ts'
import { type Bench, type Figure, percentile } from './figure.ts'
import { withLiveServer } from './live.ts'
import { steadyLatencies } from './open-loop.ts'

const MESSAGES = 10_000_000
const PER_SECOND = 10

/** Pages of conversations in a database with many messages. */
export const chatPage: Bench = {
  name: 'chat-page',
  description: 'pages of conversations, their list and the unread count at 10,000,000 messages',
  needs: 'about 4 GB of disk and 6 minutes',
  run: ({ rounds, seconds }) =>
    withLiveServer(async ({ product, owner, pairs }) => {
      await fill(owner, pairs)
      return measure(owner, product.url, pairs, { rounds, seconds })
    }),
}

/** Equally long threads of all pairs; one creator has a thread with every fan. */
async function fill(owner: pg.Client, pairs: readonly LivePair[]): Promise<void> {
  const perThread = MESSAGES / pairs.length
  // The rows are right by construction: checking each reference would take as long as writing them.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at)
     select id, thread_id, seq, sender_id, id, 'Good evening, this is message ' || seq, app_now() - ($1::bigint - seq) * interval '1 minute'
     from (select ('01970000-0000-7000-8000-' || lpad(to_hex((t.n - 1) * $1::bigint + seq), 12, '0'))::uuid as id, t.id as thread_id, seq,
         case when seq % 2 = 0 then t.creator_id else t.fan_id end as sender_id
       from (select *, row_number() over (order by id) as n from chat_threads) t, generate_series(1, $1::bigint) seq) made`,
    [perThread],
  )
  await owner.query(
    `update chat_threads set last_seq = $1::bigint, last_at = app_now(), fan_read_seq = $1::bigint - 1, creator_read_seq = $1::bigint - 1`,
    [perThread],
  )
  await owner.query(
    `insert into chat_threads (id, fan_id, creator_id, last_seq, last_at)
     select gen_random_uuid(), fan_id, $1, 1, app_now() - n * interval '1 minute'
     from (select fan_id, row_number() over () as n from chat_threads where creator_id <> $1) fans`,
    [pairs[0]!.creator.id],
  )
  await owner.query(
    `insert into chat_messages (id, thread_id, seq, sender_id, client_id, body, sent_at)
     select gen_random_uuid(), id, 1, fan_id, gen_random_uuid(), 'Hello', last_at from chat_threads where last_seq = 1`,
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze chat_messages, chat_threads')
}

async function measure(
  owner: pg.Client,
  url: string,
  pairs: readonly LivePair[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const [{ fan, creator, threadId }] = pairs as [LivePair]
  const pages = [
    { name: 'conversation, the newest messages', path: `/chat/${threadId}`, person: fan, max: 80 },
    { name: 'conversation, messages of long ago', path: `/chat/${threadId}?before=5000`, person: fan, max: 80 },
    { name: 'list of 500 conversations, first page', path: '/chat', person: creator, max: 80 },
    { name: 'unread count of open pages', path: to.unread, person: creator, max: 80 },
  ]
  const ask = async ({ path, person }: (typeof pages)[number]) => {
    const headers = { cookie: `${person.cookie}; peach_adult=1`, 'x-forwarded-for': person.address }
    return percentile(await steadyLatencies(url + path, { perSecond: PER_SECOND, seconds, headers }), 0.99)
  }
  for (const page of pages) await ask(page)
  const before = await countScans(owner)
  const values = pages.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, page] of pages.entries()) values[index]!.push(await ask(page))
  const scans = (await countScans(owner)) - before
  if (scans > 0) throw new Error(`${scans} scans of all messages`)
  return pages.map(({ name, max }, index) => ({
    name: `${name}, p99 at ${PER_SECOND}/s`,
    unit: 'ms',
    values: values[index]!,
    target: { max },
  }))
}

/** How often all messages have been read: a page finds its own by an index. The threads here are few enough to be read as a whole. */
async function countScans(owner: pg.Client): Promise<number> {
  // The server reports what it has counted now and then.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await owner.query('select pg_stat_clear_snapshot()')
  const { rows } = await owner.query<{ scans: number }>(
    `select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = 'chat_messages'`,
  )
  return rows[0]!.scans
}
