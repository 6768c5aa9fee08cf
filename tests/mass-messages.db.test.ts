import { beforeEach, describe, expect, test } from 'vitest'
import { createMassMessage, type NewMassMessage } from '#app/domain/chat/create-mass-message.server.ts'
import { deliverMassMessage } from '#app/domain/chat/deliver-mass-message.server.ts'
import { MASS } from '#app/domain/chat/mass-message.ts'
import { countSubscribers, findMassMessage, listMassMessages } from '#app/domain/chat/mass-queries.server.ts'
import { findThread } from '#app/domain/chat/queries.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { unsendMassMessage } from '#app/domain/chat/unsend-mass-message.server.ts'
import { setList } from '#app/domain/fans/change-list.server.ts'
import { setListsOfFan } from '#app/domain/fans/set-lists-of-fan.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { runJob, runTask } from '#app/jobs.server.ts'
import { newId } from '#app/platform/id.ts'
import * as messagePage from '#app/web/creator/messages/message.tsx'
import * as newPage from '#app/web/creator/messages/new-message.tsx'
import * as withdrawal from '#app/web/creator/messages/withdrawal.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { fillWallet } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 16 })

let creator: Person

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  const [row] = await fixture.all<{ display_name: string }>('select display_name from profiles where id = $1', [
    creatorId,
  ])
  return { ...(await fixture.person()), id: creatorId, userType: 'creator', displayName: row!.display_name }
}
async function aSubscriber(): Promise<Person> {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await setFollowing(fan, creator.id, true)
  return fan
}
const subscribers = async (count: number) => {
  const fans: Person[] = []
  for (let nth = 0; nth < count; nth += 1) fans.push(await aSubscriber())
  return fans
}
beforeEach(async () => {
  creator = await aCreator()
})

const message = (change: Partial<NewMassMessage> = {}): NewMassMessage => ({
  text: 'New set on Friday',
  clientId: newId(),
  audience: { kind: 'subscribers' },
  sendAt: null,
  files: null,
  ...change,
})
async function created(change: Partial<NewMassMessage> = {}): Promise<string> {
  const made = await createMassMessage(creator, message(change))
  if (!made.ok) throw new Error(JSON.stringify(made.refusal))
  return made.value.id
}
type Payload = { massId: string; after: string | null }
type Name = 'deliver_mass_message' | 'unsend_mass_message'

/** The jobs of one message that wait, taken from the queue. */
const takeJobs = (name: Name, massId: string) =>
  fixture.all<{ data: Payload }>(`delete from pgboss.job where name = $1 and data ->> 'massId' = $2 returning data`, [
    name,
    massId,
  ])
/** Runs the jobs of one message until none waits. */
async function runJobs(massId: string, name: Name = 'deliver_mass_message'): Promise<void> {
  for (let jobs = await takeJobs(name, massId); jobs.length > 0; jobs = await takeJobs(name, massId))
    await Promise.all(jobs.map(({ data }) => runJob(name, data)))
}
async function sent(change: Partial<NewMassMessage> = {}): Promise<string> {
  const id = await created(change)
  await runTask('start messages to many')
  await runJobs(id)
  return id
}
const bodiesOf = async (fan: Person, of = creator) =>
  (
    await fixture.all<{ body: string }>(
      `select m.body from chat_messages m join chat_threads t on t.id = m.thread_id
       where t.fan_id = $1 and t.creator_id = $2 and m.sender_id = $2 order by m.seq`,
      [fan.id, of.id],
    )
  ).map(({ body }) => body)
const write = (actor: Person, to: { creatorId: string } | { threadId: string }) =>
  sendMessage(actor, { to, text: 'Hello', clientId: newId(), shownMinor: 500_000n, confirmed: true })
async function paidThread(fan: Person): Promise<string> {
  await fillWallet(fan, 20_000)
  const result = await write(fan, { creatorId: creator.id })
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value.threadId
}
const stateOf = async (id: string) => {
  const { state, queued, delivered, skipped } = (await findMassMessage(creator.id, id))!
  return { state, queued, delivered, skipped }
}

describe('a message to many', () => {
  test('CHAT-05c reaches every subscriber once: followers with a pass, and nobody else', async () => {
    const fans = await subscribers(3)
    const follower = await fixture.person()
    await setFollowing(follower, creator.id, true)
    const passHolder = await fixture.person()
    await fixture.grantPass(passHolder.id)
    expect(await countSubscribers(creator.id)).toBe(3)
    const id = await created()
    await runTask('start messages to many')
    expect(await stateOf(id)).toEqual({ state: 'sending', queued: 3, delivered: 0, skipped: 0 })
    const [first] = await takeJobs('deliver_mass_message', id)
    // The same job twice at once, as after a worker that was thought dead.
    await Promise.all([deliverMassMessage(first!.data), deliverMassMessage(first!.data)])
    await runJobs(id)
    await runTask('start messages to many')
    await deliverMassMessage(first!.data)
    expect(await stateOf(id)).toEqual({ state: 'sent', queued: 3, delivered: 3, skipped: 0 })
    for (const fan of fans) expect(await bodiesOf(fan)).toEqual(['New set on Friday'])
    for (const none of [follower, passHolder]) expect(await bodiesOf(none)).toEqual([])
  })

  test('CHAT-05c goes to a list alone, and only to those of it who have access', async () => {
    const [on, off] = (await subscribers(2)) as [Person, Person]
    const ended = await fixture.person()
    await setFollowing(ended, creator.id, true)
    const list = await setList(creator, null, 'Friday')
    if (!list.ok) throw new Error('no list')
    const { listId } = list.value
    await setListsOfFan(creator, on.id, [listId])
    await setListsOfFan(creator, ended.id, [listId])
    const id = await sent({ audience: { kind: 'list', listId } })
    expect(await stateOf(id)).toEqual({ state: 'sent', queued: 2, delivered: 1, skipped: 1 })
    expect([await bodiesOf(on), await bodiesOf(off), await bodiesOf(ended)]).toEqual([['New set on Friday'], [], []])
    const [row] = await listMassMessages(creator.id, { before: null, limit: 9 })
    expect(row).toMatchObject({ id, listName: 'Friday', delivered: 1 })
  })

  test('CHAT-05c reaches nobody who blocked, was blocked, is suspended or lost access after it was queued', async () => {
    const [byFan, byCreator, suspended, ended, muted] = await subscribers(5)
    const threads = await Promise.all([byFan!, byCreator!, muted!].map(paidThread))
    await setThread(byFan!, threads[0]!, { blocked: true })
    await setThread(creator, threads[1]!, { blocked: true })
    await setThread(muted!, threads[2]!, { muted: true })
    const id = await created()
    await runTask('start messages to many')
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [suspended!.id])
    await fixture.owner().query('update user_access set revoked_at = app_now() where user_id = $1', [ended!.id])
    await runJobs(id)
    expect(await stateOf(id)).toEqual({ state: 'sent', queued: 5, delivered: 1, skipped: 4 })
    expect(await bodiesOf(muted!)).toEqual(['New set on Friday'])
    const told = await fixture.all('select from mass_message_fans where mass_id = $1 and notifies', [id])
    expect(told).toEqual([])
  })

  test('CHAT-05c is no answer: a paid message still waits and stays unread', async () => {
    const fan = await aSubscriber()
    const threadId = await paidThread(fan)
    await sent()
    const thread = (await findThread(creator, threadId))!
    expect([thread.waitsSince instanceof Date, thread.unread > 0, thread.lastSeq]).toEqual([true, true, 2n])
    expect((await findThread(fan, threadId))?.unread).toBe(1)
  })

  test('CHAT-05c a thread in which somebody writes at that moment is not waited for, and has its turn later', async () => {
    const [busy, free] = (await subscribers(2)) as [Person, Person]
    const threadId = await paidThread(busy)
    const id = await created()
    await runTask('start messages to many')
    const owner = fixture.owner()
    await owner.query('begin')
    await owner.query('select from chat_threads where id = $1 for update', [threadId])
    const [job] = await takeJobs('deliver_mass_message', id)
    await deliverMassMessage(job!.data)
    await owner.query('rollback')
    expect([await bodiesOf(busy), await bodiesOf(free)]).toEqual([[], ['New set on Friday']])
    expect(await stateOf(id)).toMatchObject({ state: 'sending', delivered: 1 })
    await runJobs(id)
    expect(await bodiesOf(busy)).toEqual(['New set on Friday'])
    expect(await stateOf(id)).toMatchObject({ state: 'sent', delivered: 2 })
  })

  test('CHAT-05c whose process was killed is taken up again after two minutes, and reaches each fan once', async () => {
    const fans = await subscribers(3)
    const id = await created()
    await runTask('start messages to many')
    await takeJobs('deliver_mass_message', id)
    await runTask('start messages to many')
    expect(await takeJobs('deliver_mass_message', id)).toEqual([])
    await fixture.advance(MASS.stuckMinutes * 60 + 1)
    await runTask('start messages to many')
    await runJobs(id)
    for (const fan of fans) expect(await bodiesOf(fan)).toEqual(['New set on Friday'])
  })

  test('CHAT-05c that is scheduled goes out at its time, and not before; taken back, it never does', async () => {
    const fan = await aSubscriber()
    const at = new Date(Date.now() + 86_400_000 * 400)
    expect(await createMassMessage(creator, message({ sendAt: at }))).toEqual({
      ok: false,
      refusal: { kind: 'send_at', problem: 'too_far' },
    })
    const soon = async () => {
      const { rows } = await fixture.owner().query<{ at: Date }>(`select app_now() + interval '1 hour' as at`)
      return rows[0]!.at
    }
    const id = await created({ sendAt: await soon() })
    const back = await created({ sendAt: await soon(), text: 'Taken back' })
    await runTask('start messages to many')
    expect(await takeJobs('deliver_mass_message', id)).toEqual([])
    expect(await unsendMassMessage(creator, back)).toEqual({ ok: true, value: null })
    await fixture.advance(3_601)
    await runTask('start messages to many')
    await runJobs(id)
    expect(await bodiesOf(fan)).toEqual(['New set on Friday'])
    expect(await stateOf(back)).toMatchObject({ state: 'unsent', queued: 0 })
  })

  test('CHAT-05c of a creator who is hidden by then goes to nobody', async () => {
    const fan = await aSubscriber()
    const id = await created()
    await fixture
      .owner()
      .query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
    await runTask('start messages to many')
    expect([await stateOf(id), await bodiesOf(fan)]).toEqual([
      { state: 'unsent', queued: 0, delivered: 0, skipped: 0 },
      [],
    ])
    expect(await createMassMessage(creator, message())).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'creator_away' },
    })
  })

  test('CHAT-05c taken back while it is sent, it reaches nobody else, and is removed where it is unread', async () => {
    const [reader, other] = (await subscribers(2)) as [Person, Person]
    const id = await sent()
    const late = await aSubscriber()
    const thread = (await findThread(reader, creator.id))!
    await markRead(reader, thread.id!, 1n)
    expect(await findMassMessage(creator.id, id)).toMatchObject({ delivered: 2, read: 1, removed: 0 })
    expect(await unsendMassMessage(await aCreator(), id)).toEqual({ ok: false, refusal: { kind: 'not_there' } })
    await unsendMassMessage(creator, id)
    await unsendMassMessage(creator, id)
    await runJobs(id, 'unsend_mass_message')
    expect([await bodiesOf(reader), await bodiesOf(other)]).toEqual([['New set on Friday'], ['']])
    expect(await findMassMessage(creator.id, id)).toMatchObject({ state: 'unsent', read: 1, removed: 1 })
    await deliverMassMessage({ massId: id, after: null })
    expect(await bodiesOf(late)).toEqual([])
  })
})

describe('the limits', () => {
  test('CHAT-05c a form that is sent twice, also eight times at once, is one message', async () => {
    const one = message()
    const made = await Promise.all(Array.from({ length: 8 }, () => createMassMessage(creator, one)))
    expect(new Set(made.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
    expect(await createMassMessage(creator, { ...one, text: 'Other' })).toMatchObject({
      refusal: { kind: 'stale_form' },
    })
    expect(await listMassMessages(creator.id, { before: null, limit: 9 })).toHaveLength(1)
  })

  test('CHAT-05c five in a day are the most, those that were taken back included', async () => {
    const ids: string[] = []
    for (let nth = 0; nth < MASS.perDay; nth += 1) ids.push(await created())
    await unsendMassMessage(creator, ids[0]!)
    expect(await createMassMessage(creator, message())).toEqual({ ok: false, refusal: { kind: 'too_many' } })
    await fixture
      .owner()
      .query(`update mass_messages set created_at = created_at - interval '25 hours' where id = $1`, [ids[0]])
    await created()
  })

  test('CHAT-05c fans, visitors, other people’s lists, empty and long texts and past times are refused', async () => {
    const refused = (refusal: object) => ({ ok: false, refusal })
    const fan = await fixture.person()
    expect(await createMassMessage(fan, message())).toEqual(refused({ kind: 'not_permitted', reason: 'not_creator' }))
    expect(await createMassMessage(null, message())).toEqual(
      refused({ kind: 'not_permitted', reason: 'sign_in_required' }),
    )
    const other = await setList(await aCreator(), null, 'Theirs')
    if (!other.ok) throw new Error('no list')
    for (const listId of [other.value.listId, newId(), 'x'])
      expect(await createMassMessage(creator, message({ audience: { kind: 'list', listId } }))).toEqual(
        refused({ kind: 'no_list' }),
      )
    expect(await createMassMessage(creator, message({ text: ' \n' }))).toEqual(
      refused({ kind: 'invalid', problem: 'empty' }),
    )
    expect(await createMassMessage(creator, message({ text: 'x'.repeat(1_001) }))).toEqual(
      refused({ kind: 'invalid', problem: 'too_long' }),
    )
    expect(await createMassMessage(creator, message({ clientId: 'x' }))).toEqual(refused({ kind: 'stale_form' }))
    expect(await createMassMessage(creator, message({ sendAt: new Date(0) }))).toEqual(
      refused({ kind: 'send_at', problem: 'past' }),
    )
    expect(await listMassMessages(creator.id, { before: null, limit: 9 })).toEqual([])
  })
})

test('NOTIFY-01f a fan is told once within the hour of all messages to many, however many creators write', async () => {
  const fan = await aSubscriber()
  const notices = async () => {
    const events = await fixture.all<{ data: { eventId: string } }>(
      `delete from pgboss.job where name = 'deliver_event' returning data`,
    )
    for (const { data } of events) await runJob('deliver_event', data)
    const more = await fixture.all<{ data: { eventId: string; after: string | null } }>(
      `delete from pgboss.job where name = 'fan_out_event' returning data`,
    )
    for (const { data } of more) await runJob('fan_out_event', data)
    return (
      await fixture.all<{ body: string; path: string }>(
        `select body, path from notifications where profile_id = $1 and event = 'mass_message_sent' order by created_at`,
        [fan.id],
      )
    ).map(({ body, path }) => `${body} ${path}`)
  }
  await sent()
  const first = `From ${creator.displayName} /chat/${creator.id}`
  expect(await notices()).toEqual([first])
  const earlier = creator
  creator = await aCreator()
  await setFollowing(fan, creator.id, true)
  await sent()
  expect(await bodiesOf(fan)).toEqual(['New set on Friday'])
  expect(await notices()).toEqual([first])
  await fixture.advance(3_601)
  // What the earlier creator sends waits behind an unread message: no second notice.
  creator = earlier
  await sent({ text: 'Second' })
  expect(await notices()).toEqual([first])
  const thread = (await findThread(fan, earlier.id))!
  await markRead(fan, thread.id!, 2n)
  await sent({ text: 'Third' })
  expect(await notices()).toHaveLength(2)
})

test('CHAT-05c a creator writes to many on a page, sees how far it is, and takes it back; others find nothing', async () => {
  await aSubscriber()
  const browser = aBrowser(creator)
  const form = { text: 'New set on Friday', to: 'subscribers', when: 'now', client_id: newId() }
  const post = (change: Record<string, string>) =>
    browser.call(newPage, '/dashboard/messages/new', { form: { ...form, ...change } })
  expect((await browser.call(newPage, '/dashboard/messages/new')).data).toMatchObject({
    audiences: [{ value: 'subscribers', label: 'All subscribers (1)' }],
  })
  for (const [change, field] of [
    [{ text: '' }, 'text'],
    [{ when: 'later', at: '' }, 'at'],
    [{ when: 'later', at: '2020-01-01T10:00' }, 'at'],
    [{ to: newId() }, 'to'],
  ] as const)
    expect(Object.keys(((await post(change)).data as { errors: { fields: object } }).errors.fields)).toEqual([field])
  const { location } = await post({})
  const massId = location!.split('/').at(-1)!
  await runTask('start messages to many')
  await runJobs(massId)
  const open = (who: Person) => aBrowser(who).call(messagePage, location!, { params: { massId } })
  expect((await open(creator)).data).toMatchObject({
    status: { text: 'Sent' },
    figures: [
      { label: 'Fans', count: '1' },
      { label: 'Delivered', count: '1' },
      { label: 'Read', count: '0' },
    ],
  })
  const other = await aCreator()
  expect((await open(other)).status).toBe(404)
  const withdraw = (who: Person) =>
    aBrowser(who).call(withdrawal, `${location}/withdrawal`, { params: { massId }, form: {} })
  expect((await withdraw(other)).status).toBe(404)
  expect((await withdraw(creator)).toast?.title).toBe('Taken back')
  await runJobs(massId, 'unsend_mass_message')
  expect((await open(creator)).data).toMatchObject({ status: { text: 'Unsent' }, withdrawHref: null })
})
