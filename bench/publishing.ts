import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { fanOutEvent } from '#app/domain/notifications/fan-out-event.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { saveDraft } from '#app/domain/posts/save-draft.server.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type BenchDatabase, makeDatabase } from './database.ts'
import { type Bench, type Figure, median } from './figure.ts'
import { fillPeople, PERSON_ID } from './fill-people.ts'

const FOLLOWERS = 100_000
const POSTS_IN_A_ROUND = 10

/** A post to a hundred thousand fans who all asked to be notified: the creator waits for none of them. */
export const publishing: Bench = {
  name: 'publishing',
  description: `publishing a post to ${FOLLOWERS.toLocaleString('en')} followers, and notifying a thousand of them`,
  needs: 'about 500 MB of disk and 2 minutes',
  run: async ({ rounds }) => {
    const database = await makeDatabase()
    try {
      useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
      useSecrets(['a bench secret that is long enough to be one'])
      await openQueue(database.serverUrl, SERVER_ROLE, { maintain: false })
      const creator = await fill(database)
      return await measure(creator, database, rounds)
    } finally {
      await closeQueue()
      await database.remove()
    }
  },
}

async function measure(creator: Person, database: BenchDatabase, rounds: number): Promise<Figure[]> {
  await publishOne(creator)
  const [middle, slowest, batch]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const took: number[] = []
    for (let nth = 0; nth < POSTS_IN_A_ROUND; nth += 1) took.push(await publishOne(creator))
    middle.push(median(took))
    slowest.push(Math.max(...took))
    batch.push(await notifyThousand(database))
  }
  return [
    {
      name: `publishing to ${FOLLOWERS.toLocaleString('en')} followers`,
      unit: 'ms',
      values: middle,
      target: { max: 100 },
    },
    { name: `the slowest of ${POSTS_IN_A_ROUND}`, unit: 'ms', values: slowest, target: null },
    { name: 'notifying a thousand of them, in a job', unit: 'ms', values: batch, target: null },
  ]
}

async function publishOne(creator: Person): Promise<number> {
  const postId = newId()
  const typed = { caption: 'Rehearsal set, with a few words about the evening', audience: 'subscribers' }
  const saved = await saveDraft(creator, postId, typed, { tab: 'bench', version: 0 })
  if (!saved.ok) throw new Error(saved.refusal.kind)
  const began = performance.now()
  const submitted = await submitDraft(creator, postId, typed, { tab: 'bench', version: saved.value.version })
  const took = performance.now() - began
  if (!submitted.ok || submitted.value.state !== 'published')
    throw new Error(submitted.ok ? submitted.value.state : submitted.refusal.kind)
  return took
}

async function notifyThousand({ owner }: BenchDatabase): Promise<number> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from event_outbox where event = 'post_published' order by published_at desc limit 1`,
  )
  const began = performance.now()
  const reached = await fanOutEvent(rows[0]!.id, null)
  if (reached !== 1_000) throw new Error(`${reached} were reached`)
  return performance.now() - began
}

/** Everybody follows the first, and asked to be told of posts; that creator's first posts were reviewed long ago. */
async function fill({ owner }: BenchDatabase): Promise<Person> {
  await fillPeople(owner, FOLLOWERS + 1)
  const first = PERSON_ID('1')
  await owner.query(
    `insert into follows (fan_id, creator_id, created_at) select ${PERSON_ID('n')}, ${first}, now() from generate_series(2, ${FOLLOWERS + 1}) n
     on conflict do nothing`,
  )
  await owner.query(
    `insert into creator_alerts (creator_id, fan_id, posts, live) select ${first}, ${PERSON_ID('n')}, true, false from generate_series(2, ${FOLLOWERS + 1}) n`,
  )
  await owner.query(
    `insert into posts (id, creator_id, kind, audience, state, published_at, reviewed_at)
     select gen_random_uuid(), ${first}, 'text', 'public', 'archived', now() - interval '9 days', now() - interval '9 days' from generate_series(1, 3)`,
  )
  await owner.query('analyze')
  const { rows } = await owner.query<{ id: string }>(`select ${first} as id`)
  return {
    ...A_FAN,
    id: rows[0]!.id,
    email: 'person1@bench.example',
    displayName: 'Person 1',
    username: 'person_1',
    userType: 'creator',
    sessionId: newId(),
  }
}
