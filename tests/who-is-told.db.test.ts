import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { publish, type PublishedEvent } from '#app/domain/events/publish.server.ts'
import { EVENTS, noticeOf } from '#app/domain/events/registry.ts'
import { deliverDigest } from '#app/domain/notifications/deliver-digest.server.ts'
import { deliverMail } from '#app/domain/notifications/deliver-mail.server.ts'
import { deliverPush } from '#app/domain/notifications/deliver-push.server.ts'
import { fanOutEvent } from '#app/domain/notifications/fan-out-event.server.ts'
import { notifyStaff } from '#app/domain/notifications/notify-staff.server.ts'
import { openNotification } from '#app/domain/notifications/open-notification.server.ts'
import { releaseHeld } from '#app/domain/notifications/release-held.server.ts'
import { startDigests } from '#app/domain/notifications/start-digests.server.ts'
import { usePushSender } from '#app/gateways/push/push.server.ts'
import { config } from '#app/platform/config.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { useMediaFolder } from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { advanceDays } from '#tests/support/deletions.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { type Bystanders, Everybody, makeBystanders, type Mode, setScene } from './notices/scene.ts'
import { ALSO, type Told, TOLD, TOLD_STAFF } from './notices/told.ts'

const { owner } = useDatabase()
useMediaFolder()

type Delivery = {
  id: string
  event_id: string
  channel: 'in_app' | 'email' | 'push'
  profile_id: string | null
  in_digest: boolean
  queued: boolean
}

/** What browsers got, by the address of their subscription. */
let pushed: { endpoint: string; id: string | null }[] = []
const world = {} as Record<Mode, { all: Everybody; others: Bystanders }>

beforeAll(async () => {
  usePushSender({
    publicKey: '',
    mayNotify: () => true,
    send: ({ endpoint }, { text }) => {
      pushed.push({ endpoint, id: (JSON.parse(text) as { id: string | null }).id })
      return Promise.resolve({ kind: 'sent' })
    },
  })
  for (const mode of ['standard', 'daily'] as const) {
    const all = new Everybody(mode)
    world[mode] = { all, others: await makeBystanders(all) }
  }
  return () => usePushSender(null)
})
afterEach(async () => {
  pushed = []
  await ownerDb.deleteFrom('notifications').execute()
  await ownerDb.deleteFrom('event_deliveries').execute()
  await ownerDb.deleteFrom('event_outbox').execute()
  await ownerDb.deleteFrom('staff_alerts').execute()
})

/** Everything of this event that is on its way or has arrived, to whomever. */
async function deliveriesOf(event: string): Promise<Delivery[]> {
  await deliverEvents()
  const { rows: many } = await owner().query<{ id: string }>(
    `select id from event_outbox where event = $1 and event in ('post_published', 'creator_went_live', 'mass_message_sent')`,
    [event],
  )
  for (const { id } of many) await fanOutEvent(id, null)
  const { rows } = await owner().query<Delivery>(
    `select d.id, d.event_id, d.channel, d.profile_id, d.in_digest,
       exists (select from pgboss.job j where j.name in ('deliver_mail', 'deliver_push') and j.data ->> 'deliveryId' = d.id::text) as queued
     from event_deliveries d join event_outbox o on o.id = d.event_id where o.event = $1 and d.state <> 'skipped' order by d.id`,
    [event],
  )
  return rows
}

const WAYS = { in_app: 'bell', email: 'mail', push: 'push' } as const

function waysOf(deliveries: readonly Delivery[], all: Everybody): Record<string, string> {
  const told: Record<string, string[]> = {}
  for (const { channel, in_digest: inDigest, profile_id: id, queued } of deliveries) {
    const way = inDigest ? `summary${queued ? ' and on its own' : ''}` : WAYS[channel]
    const name = all.names.get(id ?? '') ?? 'somebody else'
    ;(told[name] ??= []).push(inDigest || channel === 'in_app' || queued ? way : `${way}, never sent`)
  }
  return Object.fromEntries(Object.entries(told).map(([name, ways]) => [name, ways.toSorted().join(', ')]))
}

/** Where the entry in the list leads, what the phone's alert opens, and the address in the mail. */
async function placesOf(deliveries: readonly Delivery[], all: Everybody): Promise<Set<string>> {
  const places = new Set<string>()
  for (const { id, channel, profile_id: profileId, in_digest: inDigest } of deliveries) {
    const person = all.people.get(profileId!)!
    if (channel === 'in_app') {
      const { rows } = await owner().query<{ path: string }>('select path from notifications where id = $1', [id])
      places.add(rows[0]!.path)
    } else if (channel === 'push') {
      pushed = []
      await deliverPush(id)
      expect(pushed.map(({ endpoint }) => endpoint)).toEqual([`https://push.example/${person.id}`])
      const opened = await openNotification(person, pushed[0]!.id ?? '')
      places.add(opened.ok ? opened.value : 'an alert that opens nothing')
    } else if (!inDigest) {
      await deliverMail(id)
      const mail = await ownerDb.selectFrom('caught_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(mail.recipient).toBe(person.email)
      const link = /https?:\/\/\S+/.exec(mail.body_text)?.[0]
      // The mail of a change to the sign-in leads nowhere, and names no other page.
      if (link) places.add(link.replace(config().baseUrl, ''))
    }
  }
  return places
}

async function expectTold(event: string, { ways, tell }: Told, mode: Mode): Promise<void> {
  const { all, others } = world[mode]
  const scene = await setScene(all, others)
  const { to, opens } = await tell(scene, owner())
  const deliveries = await deliveriesOf(event)
  const wanted = typeof to === 'string' ? [to] : to
  expect(waysOf(deliveries, all)).toEqual(Object.fromEntries(wanted.map((name) => [name, ways[mode]])))
  expect([...(await placesOf(deliveries, all))]).toEqual([opens])
}

test('every event of the registry has a row here: whom it tells, how, and where it leads', () => {
  const notifying = Object.entries(EVENTS).filter(([, event]) => 'notice' in event)
  expect([...Object.keys(TOLD), 'staff_alerted'].toSorted()).toEqual(notifying.map(([name]) => name).toSorted())
  const forStaff = Object.entries(EVENTS).filter(([, event]) => 'staff' in event)
  expect(Object.keys(TOLD_STAFF).toSorted()).toEqual(forStaff.map(([name]) => name).toSorted())
})

describe('an event tells whom it is for and nobody else, on each way, and leads to its page', () => {
  test.each(Object.entries(TOLD))('NOTIFY-01a NOTIFY-01b %s', (event, told) => expectTold(event, told, 'standard'))
  test.each(ALSO.map((told) => [told.because, told] as const))('NOTIFY-01a NOTIFY-01b %s', (_, told) =>
    expectTold(told.event, told, 'standard'),
  )
})

/** When a mail waits depends on the topic and on whether the event has a mail of its own: one event of each. */
const ONE_OF_EACH = new Map(
  Object.entries(TOLD).map(([event, told]) => {
    const { preference, mail } = noticeOf(event)
    return [`${preference}, ${mail ? 'mailed' : 'not mailed'}`, [event, told] as const]
  }),
)

describe('whoever wants every mail, and those that can wait in the daily summary, gets them so', () => {
  test.each([...ONE_OF_EACH])('NOTIFY-01c %s', (_, [event, told]) => expectTold(event, told, 'daily'))
})

test.each(Object.entries(TOLD_STAFF))(
  '%s tells the roles that can act on it, no other role, nobody who has left, and leads to its page',
  async (event, { roles, opens }) => {
    const id = newId()
    const raised = { event, actorId: null, objectId: id, payload: null, alert: {} } as unknown as PublishedEvent
    await inTransaction((tx) => publish(tx, raised))
    await notifyStaff()
    const deliveries = await deliveriesOf('staff_alerted')
    const { all } = world.standard
    // Staff who chose the daily summary are told at once as well: it is their work.
    const told = deliveries.filter(({ profile_id: who }) => !world.daily.all.names.has(who!))
    expect(waysOf(told, all)).toEqual(Object.fromEntries(roles.map((role) => [role, 'bell, mail, push'])))
    expect([...(await placesOf(told, all))]).toEqual([opens(id)])
  },
)

test('NOTIFY-01c what waits for the daily summary goes out in it alone, in one mail, and not a second time', async () => {
  const { all, others } = world.daily
  const scene = await setScene(all, others)
  await TOLD.message_received.tell(scene)
  await TOLD.comment_received.tell(scene)
  await deliverEvents()
  await ownerDb.deleteFrom('caught_mails').execute()
  await advanceDays(1)
  await releaseHeld()
  await startDigests()
  const { rows: jobs } = await owner().query<{ name: string; data: { deliveryId: string; digestId: string } }>(
    `select name, data from pgboss.job where name in ('deliver_mail', 'deliver_digest') and (data ->> 'digestId' is not null
       or data ->> 'deliveryId' in (select id::text from event_deliveries where in_digest))`,
  )
  for (const { name, data } of jobs)
    await (name === 'deliver_mail' ? deliverMail(data.deliveryId) : deliverDigest(data.digestId))
  expect(await startDigests()).toBe(0)
  const mails = await ownerDb.selectFrom('caught_mails').select(['recipient', 'subject']).execute()
  expect(mails).toEqual([{ recipient: scene.creator.email, subject: expect.any(String) as string }])
  expect(mails[0]!.subject).toMatch(/summary|day/i)
  await advanceDays(0)
})
