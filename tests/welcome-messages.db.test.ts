import { beforeEach, expect, test } from 'vitest'
import { listMessages } from '#app/domain/chat/messages.server.ts'
import { listThreads, findThread } from '#app/domain/chat/queries.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { setWelcome } from '#app/domain/chat/set-welcome.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { runJob } from '#app/jobs.server.ts'
import { newId } from '#app/platform/id.ts'
import * as page from '#app/web/creator/welcome-message.tsx'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { fillWallet, spend } from '#tests/support/spending.ts'

const fixture = usePaymentFixture({ max: 16 })

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person()
  const { creatorId } = await fixture.lockedPost()
  creator = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
  await setWelcome(creator, { text: 'Welcome! Ask me anything.', on: true })
})

/** Runs the jobs that wait for this fan, as the queue would; returns how many there were. */
async function runWelcomes(): Promise<number> {
  const jobs = await fixture.all<{ data: { creatorId: string; fanId: string } }>(
    `delete from pgboss.job where name = 'welcome_fan' and data ->> 'fanId' = $1 returning data`,
    [fan.id],
  )
  for (const { data } of jobs) await runJob('welcome_fan', data)
  return jobs.length
}
const welcomed = async () =>
  (
    await fixture.all<{ body: string }>(
      `select m.body from chat_messages m join chat_threads t on t.id = m.thread_id
       where t.fan_id = $1 and t.creator_id = $2 and m.sender_id = $2 order by m.seq`,
      [fan.id, creator.id],
    )
  ).map(({ body }) => body)
const write = (actor: Person, to: { creatorId: string } | { threadId: string }) =>
  sendMessage(actor, { to, text: 'Hello', clientId: newId(), shownMinor: 500_000n, confirmed: true })

test('CHAT-05b a fan with a pass who follows is welcomed once, also after an unfollow, a changed text and eight jobs at once', async () => {
  await fixture.grantPass(fan.id)
  await setFollowing(fan, creator.id, true)
  expect(await runWelcomes()).toBe(1)
  expect(await welcomed()).toEqual(['Welcome! Ask me anything.'])
  await setWelcome(creator, { text: 'Another text', on: true })
  await setFollowing(fan, creator.id, false)
  await setFollowing(fan, creator.id, true)
  await runWelcomes()
  await Promise.all(Array.from({ length: 8 }, () => runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id })))
  expect(await welcomed()).toEqual(['Welcome! Ask me anything.'])
  expect(await listThreads(fan.id, { filter: 'unread', before: null, limit: 9 })).toMatchObject([{ unread: 1 }])
  expect(await listThreads(creator.id, { filter: 'unread', before: null, limit: 9 })).toEqual([])
})

test('CHAT-05b eight jobs at once before the first thread send one welcome', async () => {
  await fixture.grantPass(fan.id)
  await Promise.all(Array.from({ length: 8 }, () => runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id })))
  expect(await welcomed()).toHaveLength(1)
})

test('CHAT-05b a follower without access is not welcomed and has no empty conversation; with a subscription they are', async () => {
  await setFollowing(fan, creator.id, true)
  await runWelcomes()
  expect(await fixture.all('select from chat_threads where fan_id = $1', [fan.id])).toEqual([])
  await fillWallet(fan, 200_000)
  await spend(fan, { kind: 'creator_subscription', creatorId: creator.id, renewal: false })
  await runWelcomes()
  expect(await welcomed()).toEqual(['Welcome! Ask me anything.'])
})

test('CHAT-05b a welcome is no answer: the paid message still waits, and is unread', async () => {
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 20_000)
  const sent = await write(fan, { creatorId: creator.id })
  if (!sent.ok) throw new Error('refused')
  await runWelcomes()
  const { threadId } = sent.value
  expect((await listMessages(threadId, fan.id, { before: null, limit: 9 })).map(({ body }) => body)).toEqual([
    'Hello',
    'Welcome! Ask me anything.',
  ])
  expect((await findThread(creator, threadId))?.waitsSince).toBeInstanceOf(Date)
  expect(await listThreads(creator.id, { filter: 'unread', before: null, limit: 9 })).toHaveLength(1)
  expect((await findThread(fan, threadId))?.otherReadSeq).toBe(0n)
})

test('CHAT-05b nobody is welcomed who was written to before, who is blocked or suspended, or while it is switched off', async () => {
  await fixture.grantPass(fan.id)
  await setWelcome(creator, { text: 'Welcome! Ask me anything.', on: false })
  await setFollowing(fan, creator.id, true)
  await runWelcomes()
  await setWelcome(creator, { text: 'Welcome! Ask me anything.', on: true })
  await fixture.owner().query('update profiles set is_blocked = true where id = $1', [fan.id])
  await runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id })
  await fixture.owner().query('update profiles set is_blocked = false where id = $1', [fan.id])
  expect(await welcomed()).toEqual([])
  await setWelcome(creator, { text: 'Off', on: false })
  await fillWallet(fan, 20_000)
  const sent = await write(fan, { creatorId: creator.id })
  if (!sent.ok) throw new Error('refused')
  await setThread(fan, sent.value.threadId, { blocked: true })
  await setWelcome(creator, { text: 'On', on: true })
  await runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id })
  await setThread(fan, sent.value.threadId, { blocked: false })
  await write(creator, { threadId: sent.value.threadId })
  await runJob('welcome_fan', { creatorId: creator.id, fanId: fan.id })
  expect(await welcomed()).toEqual(['Hello'])
})

test('CHAT-05b a creator writes the welcome, switches it off with the text kept, and a fan has none', async () => {
  const call = (who: Person, form?: Record<string, string>) =>
    aBrowser(who).call(page, '/dashboard/welcome-message', { form })
  expect((await call(creator, { text: 'Hi', on: 'yes' })).toast?.description).toBe('New fans get it once.')
  expect((await call(creator, { text: 'Hi' })).toast?.title).toBe('Saved')
  expect((await call(creator)).data).toEqual({ welcome: { body: 'Hi', on: false } })
  expect((await call(creator, { text: ' ' })).data).toMatchObject({ errors: { fields: { text: 'Type the message' } } })
  expect((await call(creator, { text: 'x'.repeat(1_001), on: 'yes' })).status).toBe(400)
  expect(await setWelcome(fan, { text: 'Hi', on: true })).toEqual({ ok: false, refusal: { kind: 'not_permitted' } })
})
