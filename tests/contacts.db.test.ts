import { beforeEach, describe, expect, test } from 'vitest'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { addComment } from '#app/domain/comments/add-comment.server.ts'
import { muteFan } from '#app/domain/comments/mute-fan.server.ts'
import { CONTACT_RULES } from '#app/domain/events/contact-rules.ts'
import type { NotifyingEvent } from '#app/domain/events/registry.ts'
import { setAlerts } from '#app/domain/follows/set-alerts.server.ts'
import { setFollowing } from '#app/domain/follows/set-following.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { listAlertRecipients } from '#app/domain/notifications/list-alert-recipients.server.ts'
import { createPoll } from '#app/domain/polls/create-poll.server.ts'
import { vote } from '#app/domain/polls/vote.server.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { askRequest } from '#app/domain/requests/ask-request.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { confirmPrice } from '#app/domain/requests/confirm-price.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { findOwnRequest, findReceivedRequest, listReceivedRequests } from '#app/domain/requests/queries.server.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'
import { privacy as requestsPrivacy } from '#app/domain/requests/privacy.server.ts'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { heldBalance, walletBalance } from '#app/domain/wallet/queries.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import type { Result } from '#app/platform/result.ts'
import { randomToken } from '#app/platform/secrets.server.ts'
import * as threadPage from '#app/web/chat/thread.tsx'
import * as alertsRoute from '#app/web/fan/alerts.tsx'
import * as followRoute from '#app/web/fan/follow.ts'
import { mailsTo } from './support/mails.ts'
import { usePaymentFixture } from './support/payments.ts'
import { aBrowser } from './support/routes.ts'
import { accepted, addReadyMedium, anAsk, asked } from './support/requests.ts'
import { aTip, fillWallet, spend } from './support/spending.ts'

const fixture = usePaymentFixture({ max: 10 })
const run = (text: string, values: unknown[] = []) => fixture.owner().query(text, values)
const RATE = 500_000n

type World = {
  fan: Person
  creator: Person
  postId: string
  threadId: string
  commentId: string
  /** Requests in each state, made before anybody blocked anybody. */
  requests: { asked: string; repriced: string; accepted: string }
}
let world: World

/** A fan and a creator who have written, asked and commented: every path between them exists. */
beforeEach(async () => {
  const fan = await fixture.person()
  await fixture.grantPass(fan.id)
  await fillWallet(fan, 1_000_000)
  const { creatorId, postId } = await fixture.lockedPost()
  await run(`update posts set audience = 'subscribers', price_minor = null, comments_open = true where id = $1`, [
    postId,
  ])
  await inTransaction((tx) => createPoll(tx, postId, { question: 'Which?', options: ['One', 'Two'], openHours: 24 }))
  const creator: Person = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
  const sent = await sendMessage(fan, aMessage({ creatorId }))
  const comment = await addComment(fan, aComment(postId))
  if (!sent.ok || !comment.ok) throw new Error('nothing was written')
  const requests = {
    asked: await asked(fan, creator),
    repriced: await asked(fan, creator),
    accepted: await accepted(fan, creator),
  }
  await changePrice(creator, requests.repriced, 12_000_000n)
  world = { fan, creator, postId, threadId: sent.value.threadId, commentId: comment.value.commentId, requests }
})

const aMessage = (to: { creatorId: string } | { threadId: string }) => ({
  to,
  text: 'Hello',
  clientId: newId(),
  shownMinor: RATE,
  confirmed: true,
})
const aComment = (postId: string, replyTo: string | null = null) => ({
  postId,
  text: 'Nice',
  attempt: randomToken(),
  replyTo,
})

type Path = {
  from: 'fan' | 'creator'
  run: (world: World) => Promise<Result<unknown, { kind: string }>>
  /** The notices by which it arrives; none where it is only counted or listed. */
  events: readonly NotifyingEvent[]
  /** Refused although nobody is blocked, because a block ended what it is about. */
  endedByBlock?: true
}

/** Every command by which something goes from one person to another. */
const PATHS: Record<string, Path> = {
  'a message of a fan': {
    from: 'fan',
    run: ({ fan, creator }) => sendMessage(fan, aMessage({ creatorId: creator.id })),
    events: ['message_received'],
  },
  'a message of a creator': {
    from: 'creator',
    run: ({ creator, threadId }) => sendMessage(creator, aMessage({ threadId })),
    events: ['message_received'],
  },
  'a request': {
    from: 'fan',
    run: ({ fan, creator }) => askRequest(fan, anAsk(creator)),
    events: ['request_received'],
  },
  'agreeing to a price': {
    from: 'fan',
    run: ({ fan, requests }) => confirmPrice(fan, requests.repriced, 2),
    events: ['request_price_confirmed'],
  },
  'accepting a request': {
    from: 'creator',
    run: ({ creator, requests }) => acceptRequest(creator, requests.asked),
    events: ['request_accepted'],
    endedByBlock: true,
  },
  'another price': {
    from: 'creator',
    run: ({ creator, requests }) => changePrice(creator, requests.asked, 15_000_000n),
    events: ['request_price_changed'],
    endedByBlock: true,
  },
  'a tip with words': {
    from: 'fan',
    run: ({ fan, creator }) => spend(fan, aTip(creator.id, 10_000, { message: 'For you' })),
    events: ['tip_received'],
  },
  'a comment': {
    from: 'fan',
    run: ({ fan, postId }) => addComment(fan, aComment(postId)),
    events: ['comment_received'],
  },
  'a reply to a comment': {
    from: 'creator',
    run: ({ creator, postId, commentId }) => addComment(creator, aComment(postId, commentId)),
    events: ['comment_answered'],
  },
  'a vote': { from: 'fan', run: ({ fan, postId }) => vote(fan, postId, 0), events: [] },
  'a follow': { from: 'fan', run: ({ fan, creator }) => setFollowing(fan, creator.id, true), events: [] },
  'asking to be notified': {
    from: 'fan',
    run: ({ fan, creator }) => setAlerts(fan, creator.id, { posts: true, live: true }),
    events: [],
  },
}

/** Sent by a creator to many fans at once: whoever is blocked is left out of the recipients. */
const TO_MANY: readonly NotifyingEvent[] = ['post_published', 'creator_went_live', 'mass_message_sent']

const paths = Object.entries(PATHS)
const block = ({ threadId, ...people }: World, by: 'fan' | 'creator') =>
  setThread(people[by], threadId, { blocked: true })
const reasonOf = (result: Result<unknown, { kind: string }>): unknown =>
  result.ok ? 'sent' : ((result.refusal as { reason?: string }).reason ?? result.refusal.kind)

/** Everything that reached somebody: their mails and notifications, and what stands on pages of both. */
async function arrived({ fan, creator }: World) {
  const { count } = await fixture.one<{ count: number }>(
    `select ((select count(*) from chat_messages m join chat_threads t on t.id = m.thread_id where t.fan_id = $1 and t.creator_id = $2)
      + (select count(*) from post_comments where author_id in ($1, $2))
      + (select count(*) from tips where fan_id = $1) + (select count(*) from poll_votes where fan_id = $1)
      + (select count(*) from follows where fan_id = $1) + (select count(*) from custom_requests where fan_id = $1)
      + (select count(*) from event_outbox))::int as count`,
    [fan.id, creator.id],
  )
  return { count, wallet: (await walletBalance(fan.id)).amountMinor, held: (await heldBalance(fan.id)).amountMinor }
}

describe('every path from one person to another', () => {
  test.each(paths)('CHAT-04 %s arrives where nobody has blocked anybody', async (_, path) => {
    expect(reasonOf(await path.run(world))).toBe('sent')
  })

  test.each(paths.flatMap(([name, path]) => (['fan', 'creator'] as const).map((by) => [name, by, path] as const)))(
    'CHAT-04 %s is refused after a block by the %s: nothing arrives and nothing is taken',
    async (_, by, path) => {
      await block(world, by)
      const before = await arrived(world)
      const reason = reasonOf(await path.run(world))
      // An open request has ended with the block.
      expect([by === path.from ? 'you_blocked' : 'blocked', path.endedByBlock && 'request_ended']).toContain(reason)
      expect(await arrived(world)).toEqual(before)
    },
  )

  test.each(paths)('CHAT-04 %s is refused to a suspended sender', async (_, path) => {
    const suspended = { ...world[path.from], accountStatus: 'suspended' as const }
    await run(`update profiles set account_status = 'suspended' where id = $1`, [suspended.id])
    const before = await arrived(world)
    const result = await path.run({ ...world, [path.from]: suspended })
    expect(result.ok).toBe(false)
    expect(await arrived(world)).toEqual(before)
  })

  test.each(paths.filter(([, { from }]) => from === 'fan'))(
    'CHAT-04 %s is refused to a creator as a fan, while suspended or blocked by staff',
    async (_, path) => {
      const creatorAsFan = { ...world.fan, userType: 'creator' as const }
      const before = await arrived(world)
      for (const stopped of [{ accountStatus: 'suspended' as const }, { isBlocked: true }])
        expect(reasonOf(await path.run({ ...world, fan: { ...creatorAsFan, ...stopped } }))).toBe('account_closed')
      expect(await arrived(world)).toEqual(before)
      expect(reasonOf(await path.run({ ...world, fan: creatorAsFan }))).toBe('sent')
    },
  )

  test.each(paths.filter(([, { from }]) => from === 'fan'))(
    'CHAT-04 %s is refused while its creator is suspended',
    async (_, path) => {
      await run(`update profiles set account_status = 'suspended' where id = $1`, [world.creator.id])
      const before = await arrived(world)
      expect((await path.run(world)).ok).toBe(false)
      expect(await arrived(world)).toEqual(before)
    },
  )

  test.each([
    ['message_received', 'a message of a fan'],
    ['comment_received', 'a comment'],
  ] as const)('CHAT-04 muted: no notice of %s', async (event, name) => {
    await setThread(world.creator, world.threadId, { muted: true })
    await muteFan(world.creator, world.commentId)
    await run('delete from rate_limit_hits')
    await run('delete from event_outbox')
    expect(reasonOf(await PATHS[name]!.run(world))).toBe('sent')
    expect(await fixture.all('select event from event_outbox where event = $1', [event])).toEqual([])
  })

  test('CHAT-04 every notice between people belongs to a path of this table', () => {
    const between = Object.entries(CONTACT_RULES).flatMap(([event, rule]) => (rule === 'between_people' ? [event] : []))
    const known = [...paths.flatMap(([, { events }]) => events), ...TO_MANY]
    expect(between.toSorted()).toEqual([...new Set(known)].toSorted())
  })

  test.each(['fan', 'creator'] as const)(
    'CHAT-04 after a block by the %s no news of the creator reaches the fan',
    async (by) => {
      const { fan, creator } = world
      await setAlerts(fan, creator.id, { posts: true, live: true })
      const told = () => listAlertRecipients({ creatorId: creator.id, kind: 'post' }, null, 10)
      expect(await told()).toEqual([fan.id])
      await block(world, by)
      expect(await told()).toEqual([])
    },
  )
})

describe('what a block leaves', () => {
  test('CHAT-04 what was accepted before it is delivered and stays readable; what nobody accepted ends, with the money back', async () => {
    const { fan, creator, requests } = world
    await block(world, 'creator')
    expect(await findOwnRequest(fan.id, requests.asked)).toMatchObject({ status: 'declined' })
    expect(await findOwnRequest(fan.id, requests.repriced)).toMatchObject({ status: 'declined' })
    expect((await heldBalance(fan.id)).amountMinor).toBe(10_000_000n)
    await addReadyMedium(fixture.owner(), creator.id, requests.accepted)
    expect(await deliverRequest(creator, requests.accepted)).toEqual({ ok: true, value: { waiting: false } })
    expect(await findOwnRequest(fan.id, requests.accepted)).toMatchObject({ status: 'delivered' })
  })

  test('CHAT-04 unblocked, everything arrives again', async () => {
    await block(world, 'creator')
    await setThread(world.creator, world.threadId, { blocked: false })
    for (const [name, path] of paths.filter(([, { from, endedByBlock }]) => from === 'fan' && !endedByBlock))
      if (name !== 'agreeing to a price') expect(reasonOf(await path.run(world))).toBe('sent')
  })

  test('TIP-01 a tip that was paid before the block and arrives after it brings the money, and neither words nor a notice', async () => {
    const { fan, creator } = world
    const { creatorId, ...started } = { creatorId: creator.id, ...(await startTip()) }
    await block(world, 'creator')
    await run('delete from event_outbox')
    await fixture.pay(started.reference, 'approve')
    await fixture.settled()
    expect(
      await fixture.all('select message from tips where fan_id = $1 and creator_id = $2', [fan.id, creatorId]),
    ).toEqual([{ message: '' }])
    expect(await fixture.all(`select event from event_outbox where event = 'tip_received'`)).toEqual([])
    expect(-(await getBalance({ purpose: 'creator_pending', ownerId: creatorId, currency: 'UGX' }))).toBeGreaterThan(0n)
  })
})

describe('what the page says to a fan', () => {
  const NEUTRAL = 'You can\u2019t follow this page. What you bought stays yours.'
  const OWN = 'You blocked this creator. Unblock the conversation first.'
  test.each([
    ['creator', NEUTRAL],
    ['fan', OWN],
  ] as const)('CHAT-05a after a block by the %s: how to undo their own, and of another’s nothing', async (by, text) => {
    const { fan, creator } = world
    await block(world, by)
    const browser = aBrowser(fan)
    const [params, following] = [{ creatorId: creator.id }, { following: 'true' }]
    const address = `/creators/${creator.id}`
    const byScript = { accept: 'application/json' }
    const followed = await browser.call(followRoute, `${address}/follow`, { params, form: following })
    expect([followed.status, followed.toast?.description]).toEqual([303, text])
    const scripted = await browser.call(followRoute, `${address}/follow`, {
      params,
      form: following,
      headers: byScript,
    })
    expect([scripted.status, scripted.data]).toEqual([403, { error: text }])
    const alerts = await browser.call(alertsRoute, `${address}/alerts`, { params, form: { posts: 'on' } })
    expect(alerts.toast).toMatchObject({ title: 'Not saved', description: text })
    const page = await browser.call(threadPage, `/chat/${world.threadId}`, { params: { id: world.threadId } })
    expect(page.data.denied).toMatchObject({
      title: by === 'fan' ? 'You blocked this conversation' : 'You can’t write here',
    })
    // The menu of the conversation shows a fan their own block alone.
    expect(page.data.blocked).toBe(by === 'fan')
  })
})

async function startTip(): Promise<{ reference: string }> {
  const { placeOrder } = await import('#app/domain/purchases/place-order.server.ts')
  const { aStart } = await import('./support/payments.ts')
  const { fan, creator } = world
  const started = await placeOrder(
    fan,
    aStart({ email: fan.email, product: aTip(creator.id, 10_000, { message: 'Read this' }) }),
  )
  if (!started.ok) throw new Error(JSON.stringify(started.refusal))
  return started.value
}

describe('asking and withdrawing', () => {
  test('PROF-07l taken back three times within a day, a fourth request to the same creator waits until tomorrow; to another it does not', async () => {
    const { fan, creator } = world
    for (let time = 0; time < CUSTOM_REQUEST.maxWithdrawnPerDay; time += 1)
      expect(await withdrawRequest(fan, await asked(fan, creator))).toEqual({ ok: true, value: null })
    const held = await heldBalance(fan.id)
    expect(await askRequest(fan, anAsk(creator))).toEqual({ ok: false, refusal: { kind: 'too_many_withdrawn' } })
    expect(await heldBalance(fan.id)).toEqual(held)
    const { creatorId } = await fixture.lockedPost()
    await asked(fan, { id: creatorId })
    await fixture.advance(86_401)
    await asked(fan, creator, { days: 5 })
  })

  test('PROF-07l requests of one fan within an hour are one mail', async () => {
    const fan = await fixture.person()
    await fixture.grantPass(fan.id)
    await fillWallet(fan, 1_000_000)
    const { creatorId } = await fixture.lockedPost()
    for (let time = 0; time < 4; time += 1) await asked(fan, { id: creatorId })
    const { email } = await fixture.one<{ email: string }>('select email from profiles where id = $1', [creatorId])
    expect(await mailsTo(email, 'request_received')).toHaveLength(1)
    await fixture.advance(3_601)
    await asked(fan, { id: creatorId }, { days: 5 })
    expect(await mailsTo(email, 'request_received')).toHaveLength(2)
  })

  test('PROF-07l withdrawn words are gone for the creator, on pages and in their export, and stay the fan’s', async () => {
    const { fan, creator, requests } = world
    await withdrawRequest(fan, requests.asked)
    expect(await findReceivedRequest(creator.id, requests.asked)).toMatchObject({ status: 'withdrawn', words: '' })
    const listed = await listReceivedRequests(creator.id, 'closed', { before: null, limit: 10 })
    expect(listed.map(({ words }) => words)).toEqual([''])
    expect((await findOwnRequest(fan.id, requests.asked))!.words).not.toBe('')
    const wordsIn = async (person: Person) => {
      const table = requestsPrivacy.exportData(person).find((one) => one.table === 'custom_requests')!
      const words: string[] = []
      for await (const line of table.lines) {
        const row = JSON.parse(line) as { id: string; words: string }
        if (row.id === requests.asked) words.push(row.words)
      }
      return words
    }
    expect(await wordsIn(creator)).toEqual([''])
    expect((await wordsIn(fan))[0]).not.toBe('')
  })
})
