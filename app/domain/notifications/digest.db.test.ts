import { expect, test } from 'vitest'
import { publish } from '#app/domain/events/publish.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { asRole, inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { deliverEvents } from '#tests/support/mails.ts'
import { chooseDigest } from './choose-digest.server.ts'
import { chooseNotifications } from './choose-notifications.server.ts'
import { deliverDigest } from './deliver-digest.server.ts'
import { fanOutEvent } from './fan-out-event.server.ts'
import { markAllRead } from './mark-all-read.server.ts'
import { privacy } from './privacy.server.ts'
import { findDigestChoice } from './queries.server.ts'
import { releaseHeld } from './release-held.server.ts'
import { startDigests } from './start-digests.server.ts'

const { owner } = useDatabase()
const all = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await owner().query<Row>(text, values)).rows

async function write(person: Person): Promise<void> {
  const payload = { reader: { id: person.id }, aboutId: null, senderName: 'Amina', threadId: newId() }
  await inTransaction((tx) => publish(tx, { event: 'message_received', actorId: null, objectId: newId(), payload }))
  await deliverEvents()
}

/** Makes everything that waits due, and runs the task and its jobs as the queue would. */
async function sendDigests(): Promise<string[]> {
  await owner().query(`update event_deliveries set held_until = app_now() where held_until is not null and in_digest`)
  await startDigests()
  const ids = (
    await all<{ id: string }>(
      `select distinct digest_id as id from event_deliveries where digest_id is not null and state in ('queued', 'failed')`,
    )
  ).map(({ id }) => id)
  for (const id of ids) await deliverDigest(id)
  return ids
}

const mailsOf = (person: Person) =>
  all<{ subject: string; body_text: string }>(
    'select subject, body_text from caught_mails where recipient = $1 order by sent_at',
    [person.email],
  )
const logOf = (person: Person) =>
  all(
    `select state, reason, in_digest from event_deliveries where profile_id = $1 and channel = 'email' order by in_digest desc, id`,
    [person.id],
  )

test('NOTIFY-01 who chose one mail a day gets one about all messages, once, and none at once', async () => {
  const person = await makePerson()
  await chooseDigest(person, { allMails: true, hour: 7 })
  expect(await findDigestChoice(person.id)).toEqual({ allMails: true, hour: 7 })
  await write(person)
  await write(person)
  await releaseHeld()
  expect(await mailsOf(person)).toEqual([])
  await sendDigests()
  await sendDigests()
  const mails = await mailsOf(person)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.body_text).toContain('New messages: 2')
  expect(mails[0]!.body_text).not.toContain('Amina')
  expect(await logOf(person)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('NOTIFY-01 new posts come in the digest of those who chose them by email, and of nobody else', async () => {
  const creator = await makeCreator({ displayName: 'Amina' })
  const [asked, silent] = [await makePerson(), await makePerson()]
  for (const fan of [asked, silent])
    await owner().query('insert into creator_alerts (fan_id, creator_id, posts, live) values ($1, $2, true, true)', [
      fan.id,
      creator.id,
    ])
  await chooseNotifications(asked, new Set(['new_post-email', 'creator_live-email']))
  const payload = {
    creatorId: creator.id,
    aboutId: creator.id,
    creatorName: 'Amina',
    username: creator.username!,
  }
  for (const event of ['post_published', 'creator_went_live'] as const)
    await inTransaction((tx) => publish(tx, { event, actorId: creator.id, objectId: newId(), payload }))
  await deliverEvents()
  for (const { id } of await all<{ id: string }>('select id from event_outbox'))
    await fanOutEvent(id, null).catch(() => 0)
  await sendDigests()
  const mails = await mailsOf(asked)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.body_text).toContain('New posts: 1')
  expect(await logOf(asked)).toMatchObject([
    { state: 'sent', in_digest: true },
    { state: 'queued', in_digest: false },
  ])
  expect(await mailsOf(silent)).toEqual([])
  expect(await logOf(silent)).toEqual([])
})

test('what was read on the site or switched off since is left out, and then no mail is sent', async () => {
  const [reader, chooser] = [await makePerson(), await makePerson()]
  for (const person of [reader, chooser]) {
    await chooseDigest(person, { allMails: true, hour: 7 })
    await write(person)
  }
  await markAllRead(reader)
  await chooseNotifications(chooser, new Set())
  await sendDigests()
  expect(await mailsOf(reader)).toEqual([])
  expect(await logOf(reader)).toMatchObject([{ state: 'skipped', reason: 'read before it was mailed' }])
  expect(await mailsOf(chooser)).toEqual([])
  expect(await logOf(chooser)).toMatchObject([{ state: 'skipped', reason: 'switched off' }])
})

test('an account that was closed or suspended meanwhile gets no digest', async () => {
  const person = await makePerson()
  await chooseDigest(person, { allMails: true, hour: 7 })
  await write(person)
  await owner().query(`update profiles set account_status = 'suspended' where id = $1`, [person.id])
  await sendDigests()
  expect(await mailsOf(person)).toEqual([])
  expect(await logOf(person)).toMatchObject([{ state: 'skipped', reason: 'the account is closed' }])
})

test('two processes that gather at once make one digest of a person, and one of two that send it waits', async () => {
  const person = await makePerson()
  await chooseDigest(person, { allMails: true, hour: 7 })
  await write(person)
  await write(person)
  await owner().query('update event_deliveries set held_until = app_now() where profile_id = $1 and in_digest', [
    person.id,
  ])
  await Promise.all([startDigests(), startDigests(), startDigests()])
  const ids = await all<{ id: string }>(
    'select distinct digest_id as id from event_deliveries where profile_id = $1 and digest_id is not null',
    [person.id],
  )
  expect(ids).toHaveLength(1)
  const both = await Promise.allSettled([deliverDigest(ids[0]!.id), deliverDigest(ids[0]!.id)])
  expect(both.map(({ status }) => status)).toContain('fulfilled')
  expect(await mailsOf(person)).toHaveLength(1)
})

test('an erasure deletes what waits, and nothing is sent any more', async () => {
  const person = await makePerson()
  await chooseDigest(person, { allMails: true, hour: 7 })
  await write(person)
  await inTransaction((tx) => asRole(tx, 'peach_erasure', () => privacy.erase(tx, person)))
  await sendDigests()
  expect(await mailsOf(person)).toEqual([])
  expect(await all('select 1 from digest_choices where profile_id = $1', [person.id])).toEqual([])
})
