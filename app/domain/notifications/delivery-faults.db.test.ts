import { afterEach, expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { deliverEvent } from './deliver-event.server.ts'
import { deliverMail } from './deliver-mail.server.ts'
import { listCaughtMails } from './queries.server.ts'

const { owner } = useDatabase({ max: 14 })
type Person = Awaited<ReturnType<typeof makePerson>>

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await owner().query<Row>(text, values)).rows
const ids = async (text: string, values: unknown[] = []) =>
  (await rows<{ id: string }>(text, values)).map(({ id }) => id)
const waiting = () => ids('select id from event_outbox where expanded_at is null')
const mailsOf = (person: Person) =>
  ids(`select id from event_deliveries where profile_id = $1 and channel = 'email'`, [person.id])
const jobsOf = async (name: string) => (await rows('select 1 from pgboss.job where name = $1', [name])).length

/** What the database does to the next write of a table: `death` ends the connection, as its restart does. */
const FAULTS = {
  death: 'perform pg_terminate_backend(pg_backend_pid());',
  'full disk': `raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';`,
} as const

async function plant(fault: keyof typeof FAULTS, table: string): Promise<void> {
  await owner().query(`create or replace function planted() returns trigger language plpgsql security definer as
    $$ begin ${FAULTS[fault]} return new; end $$`)
  await owner().query(
    `create trigger planted before insert or update on ${table} for each row execute function planted()`,
  )
}

const repair = () => owner().query('drop function if exists planted() cascade')
afterEach(repair)

const announce = (person: Person) =>
  inTransaction((tx) =>
    publish(tx, {
      event: 'payout_account_set',
      actorId: person.id,
      objectId: person.id,
      payload: { creator: { id: person.id }, account: 'MTN 0772 ••• 456' },
    }),
  )

async function expectToldOnce(person: Person): Promise<void> {
  expect(await ids('select id from notifications where profile_id = $1', [person.id])).toHaveLength(1)
  expect(await mailsOf(person)).toHaveLength(1)
  expect(await listCaughtMails({ to: person.email, limit: 10 })).toHaveLength(1)
}

/** The queue tries a failed job again; the pool may still hold connections that died. */
async function retried(job: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries < 5; tries += 1)
    try {
      return await job()
    } catch {
      // The next try.
    }
  return job()
}

const faults = Object.keys(FAULTS) as (keyof typeof FAULTS)[]

test.each(
  faults.flatMap((fault) => ['activity', 'event_outbox', 'pgboss.job'].map((table) => [fault, table] as const)),
)('a %s at %s while an event is published fails the command, and leaves no trace of either', async (fault, table) => {
  const person = await makePerson()
  const jobs = await jobsOf('deliver_event')
  await plant(fault, table)
  await expect(announce(person)).rejects.toThrow()
  await repair()
  expect(await waiting()).toEqual([])
  expect(await ids('select id from activity where object_id = $1', [person.id])).toEqual([])
  expect(await jobsOf('deliver_event')).toBe(jobs)
})

test.each(
  faults.flatMap((fault) =>
    ['event_outbox', 'event_deliveries', 'notifications', 'pgboss.job'].map((table) => [fault, table] as const),
  ),
)('a %s at %s between publishing and delivery loses nothing and tells nobody twice', async (fault, table) => {
  const person = await makePerson()
  await announce(person)
  const [eventId] = await waiting()
  await plant(fault, table)
  await expect(deliverEvent(eventId!)).rejects.toThrow()
  await repair()
  expect(await waiting()).toEqual([eventId])
  expect(await mailsOf(person)).toEqual([])
  // The queue tries again, and once more where the database forgot that the first try was done.
  await retried(() => deliverEvent(eventId!))
  await deliverEvent(eventId!)
  const [mailId] = await mailsOf(person)
  await plant(fault, 'event_deliveries')
  await expect(deliverMail(mailId!)).rejects.toThrow()
  await repair()
  await retried(() => deliverMail(mailId!))
  await expectToldOnce(person)
})

test('two processes that deliver everything at once tell each person once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makePerson()))
  await Promise.all(people.map(announce))
  const events = await waiting()
  expect(events).toHaveLength(people.length)
  // Each process takes the jobs in an order of its own.
  const twice = [...events, ...events.toReversed()]
  await Promise.all(twice.map((id) => deliverEvent(id)))
  const mails = await ids(`select id from event_deliveries where channel = 'email' and state = 'queued'`)
  const sent = await Promise.allSettled([...mails, ...mails.toReversed()].map(deliverMail))
  expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(people.length)
  for (const person of people) await expectToldOnce(person)
})
