import { expect, test } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { deliverEvent } from './deliver-event.server.ts'
import { fanOutEvent } from './fan-out-event.server.ts'

const { owner } = useDatabase()
const many = async (text: string, values: unknown[] = []) =>
  (await owner().query<{ many: number }>(text, values)).rows[0]!.many

/** A creator with fans who asked to be notified, and the event of a new post, as the command leaves it. */
async function announce(followers: number) {
  const creator = await makeCreator()
  await owner().query(
    `with fan as (
      insert into profiles (id, email, display_name, username, user_type, profile_completed)
      select gen_random_uuid(), 'follower' || n || '-' || $1 || '@test.example', 'Follower ' || n, 'f_' || n || '_' || left($1, 8), 'fan', true
      from generate_series(1, $2::int) n returning id
    ) insert into creator_alerts (fan_id, creator_id, posts, live) select id, $1::uuid, true, false from fan`,
    [creator.id, followers],
  )
  const postId = newId()
  await inTransaction((tx) =>
    publish(tx, {
      event: 'post_published',
      actorId: creator.id,
      objectId: postId,
      payload: { creatorId: creator.id, aboutId: creator.id, creatorName: 'Amina K', username: creator.username! },
    }),
  )
  const { rows } = await owner().query<{ id: string }>(`select id from event_outbox where about_id = $1`, [creator.id])
  return { creator, eventIds: rows.map((row) => row.id) }
}
const told = (creatorId: string) =>
  many('select count(*)::int as many from notifications where about_id = $1', [creatorId])

/** Runs the jobs of an event one after the other, as the queue would. */
async function runAll(eventId: string): Promise<number> {
  let after: string | null = null
  for (let jobs = 1; ; jobs += 1) {
    const before: number = await many(`select count(*)::int as many from pgboss.job where name = 'fan_out_event'`)
    await fanOutEvent(eventId, after)
    if ((await many(`select count(*)::int as many from pgboss.job where name = 'fan_out_event'`)) === before)
      return jobs
    const { rows } = await owner().query<{ after: string }>(
      `select data ->> 'after' as after from pgboss.job where name = 'fan_out_event' order by data ->> 'after' desc nulls last limit 1`,
    )
    after = rows[0]!.after
  }
}

test('NOTIFY-01e everybody who asked is told of a new post once, in batches, however often a job runs', async () => {
  const { creator, eventIds } = await announce(2_300)
  expect(eventIds).toHaveLength(1)
  await deliverEvent(eventIds[0]!)
  await deliverEvent(eventIds[0]!)
  expect(await runAll(eventIds[0]!)).toBe(3)
  expect(await told(creator.id)).toBe(2_300)
  await Promise.all([fanOutEvent(eventIds[0]!, null), fanOutEvent(eventIds[0]!, null)])
  await runAll(eventIds[0]!)
  expect(await told(creator.id)).toBe(2_300)
})

test('NOTIFY-01e nobody else is told: no follower who did not ask or asked for lives, nobody who switched it off or whose account was erased', async () => {
  const { creator, eventIds } = await announce(0)
  const [fan, off, erased, follower, livesOnly] = await Promise.all([0, 1, 2, 3, 4].map(() => makePerson()))
  await owner().query('insert into follows (fan_id, creator_id) values ($1, $2)', [follower!.id, creator.id])
  await owner().query(
    `insert into creator_alerts (fan_id, creator_id, posts, live) select unnest($1::uuid[]), $2::uuid, true, false
     union all select $3::uuid, $2::uuid, false, true`,
    [[fan!.id, off!.id, erased!.id], creator.id, livesOnly!.id],
  )
  await owner().query(
    `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'new_post', 'in_app', false)`,
    [off!.id],
  )
  await owner().query(
    `insert into account_deletions (id, profile_id, state, code_expires_at, due_at, erased_at) values ($1, $2, 'erased', now(), now(), now())`,
    [newId(), erased!.id],
  )
  await deliverEvent(eventIds[0]!)
  await fanOutEvent(eventIds[0]!, null)
  const { rows } = await owner().query<{ profile_id: string; heading: string; path: string }>(
    'select profile_id, heading, path from notifications where about_id = $1',
    [creator.id],
  )
  expect(rows).toEqual([{ profile_id: fan!.id, heading: 'Amina K has a new post', path: `/${creator.username}` }])
  const others = [follower!.id, livesOnly!.id]
  expect(await many('select count(*)::int as many from event_deliveries where profile_id = any ($1)', [others])).toBe(0)
  const log = await owner().query<{ state: string }>('select state from event_deliveries where profile_id = $1', [
    off!.id,
  ])
  expect(log.rows).toEqual([{ state: 'skipped' }])
})
