import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import { endSession } from '#app/domain/identity/end-session.server.ts'
import type { Person as Actor } from '#app/domain/identity/actor.ts'
import { usePushSender } from '#app/gateways/push/push.server.ts'
import { webPushSender } from '#app/gateways/push/web-push.server.ts'
import { now, setClockAdvance } from '#app/platform/clock.ts'
import { kampalaHour } from '#app/platform/kampala-time.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { openPushReceiver } from '#tests/support/push-receiver.ts'
import { deliverPush } from './deliver-push.server.ts'
import { fanOutEvent } from './fan-out-event.server.ts'
import { privacy } from './privacy.server.ts'
import { MAX_DEVICES } from './push-message.ts'
import { findQuietHours, getsPush } from './queries.server.ts'
import { releaseHeld } from './release-held.server.ts'
import { setQuietHours } from './set-quiet-hours.server.ts'
import { turnOffPush } from './turn-off-push.server.ts'
import { turnOnPush } from './turn-on-push.server.ts'

const { owner } = useDatabase()
const all = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await owner().query<Row>(text, values)).rows

let receiver: Awaited<ReturnType<typeof openPushReceiver>>
beforeEach(async () => {
  setClockAdvance(0)
  receiver = await openPushReceiver()
  usePushSender(webPushSender(randomBytes(32).toString('base64url'), 'mailto:hello@peach.example', receiver.network))
})
afterEach(() => {
  usePushSender(null)
  receiver.close()
})

/** A fan with a session of their own in so many browsers, each of which gets alerts. */
async function withBrowsers(many: number): Promise<{ person: { id: string; email: string }; actors: Actor[] }> {
  const person = await makePerson()
  const actors: Actor[] = []
  for (let number = 0; number < many; number += 1) actors.push(await browserOf(person))
  for (const [number, actor] of actors.entries())
    expect(await turnOnPush(actor, receiver.subscription(`${person.id}-${number}`))).toMatchObject({ ok: true })
  return { person, actors }
}

async function browserOf(person: { id: string }): Promise<Actor> {
  const sessionId = newId()
  await owner().query(
    `insert into sessions (id, profile_id, kind, token_hash, expires_at) values ($1, $2, 'member', $3, app_now() + interval '10 days')`,
    [sessionId, person.id, randomBytes(32)],
  )
  return { ...person, sessionId } as Actor
}

const write = (person: { id: string }) =>
  inTransaction((tx) =>
    publish(tx, {
      event: 'message_received',
      actorId: null,
      objectId: person.id,
      payload: { reader: { id: person.id }, senderName: 'Amina K', threadId: newId() },
    }),
  )
const logOf = (person: { id: string }) =>
  all<{ id: string; state: string; reason: string; attempts: number }>(
    `select id, state, reason, attempts from event_deliveries where profile_id = $1 and channel = 'push' order by id`,
    [person.id],
  )
async function deliverAll(person: { id: string }): Promise<void> {
  await deliverEvents()
  for (const { id } of await logOf(person)) await deliverPush(id)
}

test('NOTIFY-01b NOTIFY-01k every browser of a person gets an event once, in words without a name, leading to its entry in the list', async () => {
  const { person } = await withBrowsers(2)
  await write(person)
  await deliverAll(person)
  await deliverAll(person)
  expect(await logOf(person)).toMatchObject([
    { state: 'sent', attempts: 1 },
    { state: 'sent', attempts: 1 },
  ])
  const [entry] = await all<{ id: string }>('select id from notifications where profile_id = $1', [person.id])
  const message = { text: 'You have a new message', id: entry!.id, tag: 'message' }
  expect(receiver.received.map(({ text }) => JSON.parse(text) as unknown)).toEqual([message, message])
})

test('NOTIFY-01e whoever asked to be told of a creator’s posts gets an alert on each browser, once', async () => {
  const creator = await makeCreator()
  const { person } = await withBrowsers(1)
  const { person: quiet } = await withBrowsers(1)
  await owner().query(
    `insert into creator_alerts (fan_id, creator_id, posts, live) select unnest($1::uuid[]), $2, true, false`,
    [[person.id, quiet.id], creator.id],
  )
  await owner().query(
    `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'new_post', 'push', false)`,
    [quiet.id],
  )
  const payload = { creatorId: creator.id, aboutId: creator.id, creatorName: 'Amina K', username: 'amina_k' }
  await inTransaction((tx) => publish(tx, { event: 'post_published', actorId: creator.id, objectId: newId(), payload }))
  await deliverEvents()
  const [event] = await all<{ id: string }>('select id from event_outbox where about_id = $1', [creator.id])
  await fanOutEvent(event!.id, null)
  await fanOutEvent(event!.id, null)
  await deliverAll(person)
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received[0]!.text).not.toContain('Amina')
  expect(await logOf(quiet)).toEqual([])
})

test('whoever switched phone alerts off for a topic gets none, and whoever turned off a device none on it', async () => {
  const { person, actors } = await withBrowsers(2)
  await turnOffPush(actors[0]!)
  expect(await Promise.all(actors.map(({ sessionId }) => getsPush(sessionId)))).toEqual([false, true])
  await write(person)
  await deliverAll(person)
  expect(receiver.received).toHaveLength(1)
  await owner().query(
    `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'message', 'push', false)`,
    [person.id],
  )
  await write(person)
  await deliverAll(person)
  expect(receiver.received).toHaveLength(1)
})

test('alerts end with their session: at sign-out, when it runs out, and for a message that was already queued', async () => {
  const { person, actors } = await withBrowsers(3)
  await write(person)
  await deliverEvents()
  await endSession(actors[0]!.sessionId)
  await owner().query(`update sessions set expires_at = app_now() - interval '1 second' where id = $1`, [
    actors[1]!.sessionId,
  ])
  await deliverAll(person)
  expect(receiver.received).toHaveLength(1)
  expect((await logOf(person)).map(({ state }) => state).sort()).toEqual(['sent', 'skipped', 'skipped'])
  expect(await all('select 1 from push_subscriptions where session_id = $1', [actors[0]!.sessionId])).toEqual([])
})

test('a browser that ended its subscription is forgotten; one whose service is busy is tried again', async () => {
  const { person } = await withBrowsers(1)
  receiver.state.answer = (response) => response.writeHead(503).end()
  await write(person)
  await expect(deliverAll(person)).rejects.toThrow('503')
  expect(await logOf(person)).toMatchObject([{ state: 'failed', reason: 'the push service answered 503', attempts: 1 }])
  receiver.state.answer = (response) => response.writeHead(410).end()
  await deliverAll(person)
  expect(await logOf(person)).toMatchObject([{ state: 'skipped', attempts: 2 }])
  expect(await all('select 1 from push_subscriptions where profile_id = $1', [person.id])).toEqual([])
})

test('a browser may name only a push service that we know, with a key that can be used, and nobody else’s subscription', async () => {
  const { person } = await withBrowsers(1)
  const stranger = await browserOf(await makePerson())
  const own = receiver.subscription(`${person.id}-0`)
  const elsewhere = { ...own, endpoint: 'https://127.0.0.1/x' }
  expect(await turnOnPush(stranger, elsewhere)).toMatchObject({ refusal: { kind: 'not_a_push_service' } })
  const noPoint = { ...receiver.subscription('other'), p256dh: Buffer.alloc(65, 4).toString('base64url') }
  expect(await turnOnPush(stranger, noPoint)).toMatchObject({ refusal: { kind: 'not_a_push_service' } })
  const guessed = { ...own, auth: randomBytes(16).toString('base64url') }
  expect(await turnOnPush(stranger, guessed)).toMatchObject({ refusal: { kind: 'not_this_browser' } })
  await endSession(stranger.sessionId)
  expect(await turnOnPush(stranger, receiver.subscription('ended'))).toMatchObject({
    refusal: { kind: 'not_this_browser' },
  })
  expect(await all('select profile_id from push_subscriptions')).not.toContainEqual({ profile_id: stranger.id })
  usePushSender(null)
  expect(await turnOnPush(stranger, own)).toMatchObject({ refusal: { kind: 'not_offered' } })
})

test('the browser itself moves to the account that is signed in now, and an account has ten devices at most', async () => {
  const { person } = await withBrowsers(MAX_DEVICES + 2)
  const rows = await all<{ endpoint: string }>(
    'select endpoint from push_subscriptions where profile_id = $1 order by created_at, id',
    [person.id],
  )
  expect(rows).toHaveLength(MAX_DEVICES)
  expect(rows.map(({ endpoint }) => endpoint)).not.toContain(receiver.subscription(`${person.id}-0`).endpoint)
  const next = await browserOf(await makePerson())
  const same = receiver.subscription(`${person.id}-${MAX_DEVICES}`)
  expect(await turnOnPush(next, same)).toMatchObject({ ok: true })
  expect(await all('select profile_id from push_subscriptions where endpoint = $1', [same.endpoint])).toEqual([
    { profile_id: next.id },
  ])
})

test('quiet hours hold mails and alerts until they are over, once; sign-in and money are told at any hour', async () => {
  const { person, actors } = await withBrowsers(1)
  const hour = kampalaHour(now())
  await setQuietHours(actors[0]!, { from: hour, to: (hour + 2) % 24 })
  await write(person)
  await deliverEvents()
  await releaseHeld()
  const jobs = () =>
    all(
      `select 1 from pgboss.job j join event_deliveries d on d.id = (j.data ->> 'deliveryId')::uuid
         where d.profile_id = $1 and j.name in ('deliver_mail', 'deliver_push')`,
      [person.id],
    )
  expect(await jobs()).toEqual([])
  expect(await all(`select 1 from notifications where profile_id = $1`, [person.id])).toHaveLength(1)
  await owner().query(
    `update event_deliveries set held_until = app_now() where profile_id = $1 and held_until > app_now()`,
    [person.id],
  )
  await releaseHeld()
  await releaseHeld()
  expect(await jobs()).toHaveLength(2)
  await inTransaction((tx) =>
    publish(tx, {
      event: 'export_made',
      actorId: null,
      objectId: newId(),
      payload: { person: { id: person.id }, until: '1 Dec 2026' },
    }),
  )
  await deliverEvents()
  expect((await jobs()).length).toBeGreaterThan(2)
  await setQuietHours(actors[0]!, null)
  expect(await findQuietHours(person.id)).toBeNull()
})

test('an erasure deletes the subscriptions, and nothing is sent any more', async () => {
  const { person } = await withBrowsers(1)
  await write(person)
  await deliverEvents()
  const [queued] = await logOf(person)
  await inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, person)))
  await deliverPush(queued!.id)
  expect(receiver.received).toEqual([])
  expect(await all('select 1 from push_subscriptions where profile_id = $1', [person.id])).toEqual([])
})
