import { beforeEach, describe, expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { asRole, inTransaction, type Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { deliverEvent } from './deliver-event.server.ts'
import { deliverMail } from './deliver-mail.server.ts'
import { privacy as events } from '#app/domain/events/privacy.server.ts'
import { privacy } from './privacy.server.ts'
import { purgeNotifications } from './purge-notifications.server.ts'
import { listCaughtMails } from './queries.server.ts'

const { owner } = useDatabase()
type Person = Awaited<ReturnType<typeof makePerson>>

beforeEach(() => setClockAdvance(0))

const all = async <Row extends object>(text: string, values: unknown[]) => (await owner().query<Row>(text, values)).rows
const mailsTo = (person: Person) => listCaughtMails({ to: person.email, limit: 10 })
const logOf = (person: Person) =>
  all<{ channel: string; state: string; reason: string; attempts: number }>(
    'select channel, state, reason, attempts from event_deliveries where profile_id = $1 order by channel',
    [person.id],
  )
const notificationsOf = (person: Person) =>
  all<{ heading: string; body: string; path: string; read_at: Date | null }>(
    'select heading, body, path, read_at from notifications where profile_id = $1',
    [person.id],
  )
const remind = (tx: Tx, person: Person) =>
  publish(tx, {
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
const traces = (person: Person) =>
  all(
    `select 1 from activity where object_id = $1::text union all select 1 from event_outbox where event = 'creator_fee_reminded' and expanded_at is null`,
    [person.id],
  )
async function mailOf(person: Person): Promise<string> {
  const [row] = await all<{ id: string }>(
    `select id from event_deliveries where profile_id = $1 and channel = 'email'`,
    [person.id],
  )
  return row!.id
}
const switchOff = (person: Person, channel: string) =>
  owner().query(
    `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'fee_reminder', $2, false)`,
    [person.id, channel],
  )

describe('an event', () => {
  test('of a command that is rolled back leaves nothing: no record, nothing in the outbox, no job', async () => {
    const person = await makePerson()
    const jobs = `select count(*)::int as many from pgboss.job where name = 'deliver_event'`
    const before = await all(jobs, [])
    const failed = inTransaction(async (tx) => {
      await remind(tx, person)
      throw new Error('the command failed')
    })
    await expect(failed).rejects.toThrow('the command failed')
    expect(await traces(person)).toEqual([])
    expect(await all(jobs, [])).toEqual(before)
  })

  test('NOTIFY-01k is in the list at once and mailed once, however often its jobs run', async () => {
    const person = await makePerson()
    await inTransaction((tx) => remind(tx, person))
    const [row] = await all<{ id: string; sealed_payload: string }>(
      'select id, sealed_payload from event_outbox where expanded_at is null',
      [],
    )
    expect(row!.sealed_payload).not.toContain('60,000')
    await Promise.all([deliverEvent(row!.id), deliverEvent(row!.id), deliverEvent(row!.id)])
    expect(await notificationsOf(person)).toEqual([
      {
        heading: 'Your weekly fee is due tomorrow',
        body: 'Visible until 28 Nov 2026.',
        path: '/creator-subscription?renew=1',
        read_at: null,
      },
    ])
    const id = await mailOf(person)
    await deliverMail(id)
    await deliverMail(id)
    expect(await mailsTo(person)).toHaveLength(1)
    expect((await mailsTo(person))[0]!.text).toContain('/profile/notifications')
    expect(await logOf(person)).toEqual([
      { channel: 'email', state: 'sent', reason: '', attempts: 1 },
      { channel: 'in_app', state: 'sent', reason: '', attempts: 0 },
    ])
  })

  test('is mailed once where the process died after the mailer took the mail and before that was recorded', async () => {
    const person = await makePerson()
    await inTransaction((tx) => remind(tx, person))
    await deliverEvents()
    const id = await mailOf(person)
    await deliverMail(id)
    // As the dead process left it: claimed, and not marked.
    await owner().query(
      `update event_deliveries set state = 'queued', claimed_until = app_now() + interval '1 minute' where id = $1`,
      [id],
    )
    await expect(deliverMail(id)).rejects.toThrow('another process')
    expect(await mailsTo(person)).toHaveLength(1)
    await owner().query(`update event_deliveries set claimed_until = app_now() - interval '1 second' where id = $1`, [
      id,
    ])
    await deliverMail(id)
    expect(await mailsTo(person)).toHaveLength(1)
    expect((await logOf(person))[0]).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('two processes that start with the same mail at once send it once', async () => {
    const person = await makePerson()
    await inTransaction((tx) => remind(tx, person))
    await deliverEvents()
    const id = await mailOf(person)
    const tried = await Promise.allSettled([deliverMail(id), deliverMail(id), deliverMail(id)])
    expect(tried.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect((await logOf(person))[0]).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await mailsTo(person)).toHaveLength(1)
  })

  test.each([
    ['email', [{ state: 'skipped', reason: 'switched off' }, { state: 'sent' }], 1],
    ['in_app', [{ state: 'queued' }, { state: 'skipped', reason: 'switched off' }], 0],
  ] as const)(
    'NOTIFY-01c switched off on the channel %s it is skipped there, which the log shows',
    async (channel, log, listed) => {
      const person = await makePerson()
      await switchOff(person, channel)
      await inTransaction((tx) => remind(tx, person))
      await deliverEvents()
      expect(await logOf(person)).toMatchObject(log)
      expect(await notificationsOf(person)).toHaveLength(listed)
    },
  )

  test('that is about security is delivered whatever was chosen', async () => {
    const person = await makePerson()
    for (const kind of ['payment', 'fee_reminder', 'message'])
      for (const channel of ['in_app', 'email'])
        await owner().query(
          'insert into notification_choices (profile_id, kind, channel, wanted) values ($1, $2, $3, false)',
          [person.id, kind, channel],
        )
    await inTransaction((tx) =>
      publish(tx, {
        event: 'passkey_added',
        actorId: person.id,
        objectId: person.id,
        payload: { person: { id: person.id } },
      }),
    )
    await deliverEvents()
    expect((await logOf(person)).map(({ state }) => state)).toEqual(['queued', 'sent'])
  })

  test('to an address without an account is mailed there, and stored nowhere in clear', async () => {
    const email = `${newId()}@mail.example`
    const purchaseId = newId()
    await inTransaction((tx) =>
      publish(tx, {
        event: 'refund_sent',
        actorId: null,
        objectId: newId(),
        payload: { buyer: { id: null, email }, productName: 'Pass', amount: 'UGX 1', message: '', purchaseId },
      }),
    )
    await deliverEvents()
    const rows = await all<{ id: string }>(
      `select d.* from event_deliveries d join event_outbox o on o.id = d.event_id where o.event = 'refund_sent'`,
      [],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(email)
    await deliverMail(rows[0]!.id)
    expect((await listCaughtMails({ to: email, limit: 1 }))[0]!.link).toContain(`/receipts/${purchaseId}`)
  })
})

describe('what was told', () => {
  test('is deleted with the account, with its payload', async () => {
    const person = await makePerson()
    const other = await makePerson()
    for (const one of [person, other]) await inTransaction((tx) => remind(tx, one))
    await deliverEvents()
    await inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, person)))
    expect([await notificationsOf(person), await logOf(person)]).toEqual([[], []])
    expect(await logOf(other)).toHaveLength(2)
    expect(
      await all(
        'select 1 from event_outbox o where not exists (select from event_deliveries d where d.event_id = o.id)',
        [],
      ),
    ).toEqual([])
  })

  test('is deleted after 180 days, and its log after 30 unless a mail still waits', async () => {
    const [old, waiting] = [await makePerson(), await makePerson()]
    for (const one of [old, waiting]) await inTransaction((tx) => remind(tx, one))
    await deliverEvents()
    await deliverMail(await mailOf(old))
    await owner().query(`update event_outbox set published_at = published_at - interval '31 days'`)
    await owner().query(
      `update notifications set created_at = created_at - interval '181 days' where profile_id = $1`,
      [old.id],
    )
    expect(await purgeNotifications()).toBe(1)
    expect([await notificationsOf(old), await logOf(old)]).toEqual([[], []])
    expect(await logOf(waiting)).toHaveLength(2)
    expect(await notificationsOf(waiting)).toHaveLength(1)
  })
})

describe('an erasure', () => {
  const receipt = (tx: Tx, buyer: { id: string | null; email?: string }, about: string | null) =>
    publish(tx, {
      event: 'refund_sent',
      actorId: null,
      objectId: newId(),
      payload: {
        buyer,
        aboutId: about,
        productName: 'Post by Kanariya',
        amount: 'UGX 100',
        message: '',
        purchaseId: newId(),
      },
    })
  const eraseOne = ({ id, email }: Person) =>
    inTransaction((tx) =>
      asRole(tx, 'peach_erasure', async () => {
        await privacy.erase(tx, { id, email })
        await events.erase(tx, { id, email })
      }),
    )
  const left = (text: string) =>
    all(
      `select id from notifications where body like $1
       union all select id from event_outbox where about_id::text = $2 or id::text = $2`,
      [`%${text}%`, text],
    )

  test('SAFE-02e deletes what other people were told of the account by name', async () => {
    const [creator, fan] = [await makePerson(), await makePerson()]
    await inTransaction((tx) => receipt(tx, { id: fan.id }, creator.id))
    await deliverEvents()
    expect(await notificationsOf(fan)).toHaveLength(1)
    expect(await left(creator.id)).toHaveLength(1)
    await eraseOne(creator)
    expect(await notificationsOf(fan)).toEqual([])
    expect(await left(creator.id)).toEqual([])
  })

  test('SAFE-02e deletes what waits for the address of an account, and what is published for it later', async () => {
    const person = await makePerson()
    await inTransaction((tx) => receipt(tx, { id: null, email: person.email }, null))
    await deliverEvents()
    const [{ event_id: event }] = (await all<{ event_id: string }>(
      `select event_id from event_deliveries where profile_id is null and state = 'queued'`,
      [],
    )) as [{ event_id: string }]
    await eraseOne(person)
    expect(await left(event)).toEqual([])
    await owner().query(
      `insert into account_deletions (id, profile_id, state, code_expires_at, due_at, erased_at)
       values ($1, $2, 'erased', app_now(), app_now(), app_now())`,
      [newId(), person.id],
    )
    await inTransaction((tx) => receipt(tx, { id: person.id }, null))
    await deliverEvents()
    expect(await notificationsOf(person)).toEqual([])
    expect(
      await all(
        `select from event_outbox o where not exists (select from event_deliveries d where d.event_id = o.id)`,
        [],
      ),
    ).toEqual([])
  })
})

test.each([
  ['creator_subscribed', 'A fan subscribed to you'],
  ['tip_received', 'A fan tipped you'],
  ['post_unlocked', 'A fan unlocked your post'],
  ['message_unlocked', 'A fan unlocked your message'],
] as const)(
  'NOTIFY-01g a creator is told of %s on Peach alone, unless payments are switched off there',
  async (event, heading) => {
    const [wants, doesNot] = [await makePerson(), await makePerson()]
    await owner().query(
      `insert into notification_choices (profile_id, kind, channel, wanted) values ($1, 'payment', 'in_app', false)`,
      [doesNot.id],
    )
    for (const creator of [wants, doesNot])
      await inTransaction((tx) =>
        publish(tx, {
          event,
          actorId: null,
          objectId: newId(),
          payload: { creator: { id: creator.id }, price: 'UGX 120,000' },
        }),
      )
    await deliverEvents()
    expect(await notificationsOf(wants)).toMatchObject([{ heading, path: '/dashboard/earnings' }])
    expect(await logOf(wants)).toMatchObject([{ channel: 'in_app', state: 'sent' }])
    expect(await logOf(doesNot)).toMatchObject([{ channel: 'in_app', state: 'skipped' }])
  },
)
