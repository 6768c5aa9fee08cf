import { beforeEach, describe, expect, it } from 'vitest'
import { runJob } from '#app/jobs.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { getBalance } from '#app/domain/ledger/queries.server.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { expectBalancedBooks } from '#tests/support/balanced-books.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { fillWallet } from '#tests/support/spending.ts'
import { CHAT } from './message.ts'
import { listMessages, listMessagesSince } from './messages.server.ts'
import { countUnreadThreads, findThread, listThreads } from './queries.server.ts'
import { markRead } from './read-thread.server.ts'
import { type NewMessage, sendMessage } from './send-message.server.ts'
import { setThread } from './set-thread.server.ts'

const fixture = usePaymentFixture({ max: 16 })
const RATE = 500_000n

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person()
  await fixture.grantPass(fan.id)
  const { creatorId } = await fixture.lockedPost()
  creator = { ...(await fixture.person()), id: creatorId, userType: 'creator' }
})

const toCreator = (text: string, change: Partial<NewMessage> = {}): NewMessage => ({
  to: { creatorId: creator.id },
  text,
  clientId: newId(),
  shownMinor: RATE,
  confirmed: true,
  ...change,
})
const inThread = (threadId: string, text: string): NewMessage => ({
  ...toCreator(text, { shownMinor: null, confirmed: false }),
  to: { threadId },
})
const shillings = async () => (await walletBalance(fan.id)).amountMinor / 100n
const pending = async () =>
  -(await getBalance({ purpose: 'creator_pending', ownerId: creator.id, currency: 'UGX' })) / 100n
const stored = async () =>
  (
    await fixture.all<{ body: string }>(
      'select m.body from chat_messages m join chat_threads t on t.id = m.thread_id where t.fan_id = $1 order by m.seq',
      [fan.id],
    )
  ).map((row) => row.body)

async function sent(actor: Person, message: NewMessage) {
  const result = await sendMessage(actor, message)
  if (!result.ok)
    throw new Error(
      `the message was refused: ${JSON.stringify(result.refusal, (_, v) => (typeof v === 'bigint' ? String(v) : v))}`,
    )
  return result.value
}

describe('a paid message', () => {
  it('CHAT-03a costs the creator’s rate in the transaction that stores it, four fifths for the creator', async () => {
    await fillWallet(fan, 12_000)
    const { threadId, messageId } = await sent(fan, toCreator('Hello Amina'))
    expect([await shillings(), await pending(), await stored()]).toEqual([7_000n, 4_000n, ['Hello Amina']])
    expect(
      await fixture.all('select source, gross_minor, fee_minor, net_minor from earnings where cause_id = $1', [
        messageId,
      ]),
    ).toEqual([{ source: 'message', gross_minor: 500_000n, fee_minor: 100_000n, net_minor: 400_000n }])
    expect((await findThread(creator, threadId))?.waitsSince).toBeInstanceOf(Date)
    await expectBalancedBooks()
  })

  it('CHAT-03 a message that the wallet can’t pay is not stored, and nothing is taken', async () => {
    await fillWallet(fan, 4_999)
    expect(await sendMessage(fan, toCreator('Hello'))).toMatchObject({
      ok: false,
      refusal: { kind: 'balance_too_small', missing: { amountMinor: 100n } },
    })
    expect([await shillings(), await pending(), await stored()]).toEqual([4_999n, 0n, []])
    // What was typed is still there after the top-up, and gone once it is sent.
    expect(await findThread(fan, creator.id)).toMatchObject({ draft: 'Hello', lastSeq: 0n })
    expect(await listThreads(fan.id, { filter: 'all', before: null, limit: 10 })).toEqual([])
    await fillWallet(fan, 1)
    await sent(fan, toCreator('Hello'))
    expect(await findThread(fan, creator.id)).toMatchObject({ draft: '', lastSeq: 1n })
  })

  it('CHAT-02a sent again with the same id, also eight times at once, it is one message and one payment', async () => {
    await fillWallet(fan, 50_000)
    const message = toCreator('Once')
    const first = await sent(fan, message)
    const again = await Promise.all(Array.from({ length: 8 }, () => sent(fan, message)))
    expect(new Set(again.map((one) => one.messageId))).toEqual(new Set([first.messageId]))
    expect([await shillings(), await stored()]).toEqual([45_000n, ['Once']])
  })

  it('CHAT-02a the first message from two tabs opens one thread', async () => {
    await fillWallet(fan, 50_000)
    const two = await Promise.all([sent(fan, toCreator('one')), sent(fan, toCreator('two'))])
    expect(new Set(two.map((one) => one.threadId)).size).toBe(1)
    expect(new Set(two.map((one) => one.seq))).toEqual(new Set([1n, 2n]))
  })

  it('CHAT-03 twelve at once with money for five: five are stored and paid, numbered without a gap', async () => {
    await fillWallet(fan, 25_000)
    await sent(fan, toCreator('0'))
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => sendMessage(fan, toCreator(String(index + 1)))),
    )
    expect(results.filter((one) => one.ok)).toHaveLength(4)
    expect([await shillings(), await pending()]).toEqual([0n, 20_000n])
    const { rows } = await fixture
      .owner()
      .query('select array_agg(seq order by seq) as seqs from chat_messages where sender_id = $1', [fan.id])
    expect(rows[0].seqs.map(Number)).toEqual([1, 2, 3, 4, 5])
    await expectBalancedBooks()
  })

  it('CHAT-03a is confirmed the first time, and when the rate has risen; a forged lower price changes nothing', async () => {
    await fillWallet(fan, 50_000)
    const needed = { ok: false, refusal: { kind: 'confirmation_needed', price: { amountMinor: RATE } } }
    expect(await sendMessage(fan, toCreator('x', { confirmed: false }))).toMatchObject(needed)
    expect(await sendMessage(fan, toCreator('x', { shownMinor: 100n }))).toMatchObject(needed)
    await sent(fan, toCreator('yes'))
    await sent(fan, toCreator('again', { confirmed: false, shownMinor: null }))
    await fixture.owner().query('update creators set chat_rate_minor = 700000 where profile_id = $1', [creator.id])
    expect(await sendMessage(fan, toCreator('x', { confirmed: true, shownMinor: RATE }))).toMatchObject({
      refusal: { kind: 'confirmation_needed', price: { amountMinor: 700_000n } },
    })
    await sent(fan, toCreator('dearer', { shownMinor: 700_000n }))
    expect([await shillings(), await stored()]).toEqual([33_000n, ['yes', 'again', 'dearer']])
  })

  it('CHAT-03a a price above the one that the page shows is not taken, although it was agreed to before', async () => {
    await fillWallet(fan, 50_000)
    await sent(fan, toCreator('yes'))
    const quiet = (text: string, shownMinor: bigint) => toCreator(text, { confirmed: false, shownMinor })
    expect(await sendMessage(fan, quiet('x', 100_000n))).toMatchObject({
      refusal: { kind: 'confirmation_needed', price: { amountMinor: RATE } },
    })
    await sent(fan, quiet('as shown', RATE))
    expect([await shillings(), await stored()]).toEqual([40_000n, ['yes', 'as shown']])
  })

  it('CHAT-03 sixty in a minute are the most, however much the wallet holds', async () => {
    await fillWallet(fan, 400_000)
    for (let nth = 0; nth < CHAT.paidPerMinute; nth += 1) await sent(fan, toCreator(String(nth)))
    expect(await sendMessage(fan, toCreator('one more'))).toEqual({ ok: false, refusal: { kind: 'too_many' } })
    await fixture
      .owner()
      .query(`update chat_messages set sent_at = sent_at - interval '61 seconds' where sender_id = $1`, [fan.id])
    await sent(fan, toCreator('a minute later'))
  })

  it('CHAT-03 a fan without a pass, a stranger and a visitor write nothing and pay nothing', async () => {
    const stranger = await fixture.person()
    await fillWallet(stranger, 50_000)
    await fillWallet(fan, 50_000)
    const { threadId } = await sent(fan, toCreator('mine'))
    const refused = (reason: string) => ({ ok: false, refusal: { kind: 'not_permitted', reason } })
    expect(await sendMessage(stranger, toCreator('no pass'))).toEqual(refused('pass_required'))
    expect(await sendMessage(stranger, inThread(threadId, 'not mine'))).toEqual(refused('not_there'))
    expect(await sendMessage(stranger, inThread(newId(), 'nobody’s'))).toEqual(refused('not_there'))
    expect(await sendMessage(null, toCreator('visitor'))).toEqual(refused('sign_in_required'))
    expect(await sendMessage(stranger, { ...toCreator('to a fan'), to: { creatorId: fan.id } })).toEqual(
      refused('not_there'),
    )
    expect(await findThread(stranger, threadId)).toBeNull()
    expect((await walletBalance(stranger.id)).amountMinor).toBe(5_000_000n)
  })

  it('CHAT-03 a first message that is refused opens no thread', async () => {
    await fillWallet(fan, 50_000)
    const threads = () => fixture.all('select id from chat_threads where creator_id = $1', [creator.id])
    expect(await sendMessage(fan, toCreator('unconfirmed', { confirmed: false }))).toMatchObject({
      refusal: { kind: 'confirmation_needed' },
    })
    expect(await sendMessage(await fixture.person(), toCreator('no pass'))).toMatchObject({
      refusal: { reason: 'pass_required' },
    })
    await fixture
      .owner()
      .query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
    expect(await sendMessage(fan, toCreator('hidden'))).toMatchObject({ refusal: { reason: 'creator_away' } })
    expect(await threads()).toEqual([])
  })

  it('CHAT-03 a known id in another thread is refused, not charged twice', async () => {
    await fillWallet(fan, 50_000)
    const clientId = newId()
    await sent(fan, toCreator('here', { clientId }))
    const { creatorId } = await fixture.lockedPost()
    expect(await sendMessage(fan, toCreator('there', { clientId, to: { creatorId } }))).toEqual({
      ok: false,
      refusal: { kind: 'stale_form' },
    })
    expect(await shillings()).toBe(45_000n)
  })
})

describe('the two sides', () => {
  it('CHAT-03c a creator writes free, in a thread that a fan has opened', async () => {
    await fillWallet(fan, 5_000)
    const { threadId } = await sent(fan, toCreator('Hello'))
    await sent(creator, inThread(threadId, 'Hello to you'))
    expect(await shillings()).toBe(0n)
    expect((await findThread(creator, threadId))?.waitsSince).toBeNull()
    expect(
      (await listMessages(threadId, fan.id, { before: null, limit: 10 })).map((one) => [
        one.body,
        one.own,
        one.priceMinor,
      ]),
    ).toEqual([
      ['Hello', true, 500_000n],
      ['Hello to you', false, null],
    ])
  })

  it('CHAT-01a the list has the last line, what is unread, and which of two threads was written last', async () => {
    await fillWallet(fan, 50_000)
    const { threadId } = await sent(fan, toCreator('first\nline'))
    await sent(fan, toCreator('second'))
    const [row] = await listThreads(creator.id, { filter: 'all', before: null, limit: 10 })
    expect(row).toMatchObject({ id: threadId, side: 'creator', unread: 2, last: { body: 'second', own: false } })
    expect(await countUnreadThreads(creator.id)).toBe(1)
    await markRead(creator, threadId, 2n)
    expect([await countUnreadThreads(creator.id), await countUnreadThreads(fan.id)]).toEqual([0, 0])
    const [own] = await listThreads(fan.id, { filter: 'all', before: null, limit: 10 })
    expect(own).toMatchObject({ side: 'fan', unread: 0, last: { own: true, state: 'read' } })
    expect(await listThreads(creator.id, { filter: 'unread', before: null, limit: 10 })).toEqual([])
  })

  it('CHAT-02b read marks go forward only, and a stranger marks nothing', async () => {
    await fillWallet(fan, 50_000)
    const { threadId } = await sent(fan, toCreator('one'))
    await sent(fan, toCreator('two'))
    await markRead(await fixture.person(), threadId, 2n)
    expect((await findThread(fan, threadId))?.otherReadSeq).toBe(0n)
    await markRead(creator, threadId, 99n)
    await markRead(creator, threadId, 1n)
    expect((await findThread(fan, threadId))?.otherReadSeq).toBe(2n)
  })

  it('CHAT-02c history is read upward in pages without gap or repeat, and new messages by number', async () => {
    await fillWallet(fan, 100_000)
    const { threadId } = await sent(fan, toCreator('0'))
    for (let nth = 1; nth < 12; nth += 1) await sent(nth % 2 ? creator : fan, inThread(threadId, String(nth)))
    const bodies: string[] = []
    for (let before: bigint | null = null; ;) {
      const page = await listMessages(threadId, fan.id, { before, limit: 5 })
      if (page.length === 0) break
      bodies.unshift(...page.map((one) => one.body))
      before = page[0]!.seq
    }
    expect(bodies).toEqual(Array.from({ length: 12 }, (_, index) => String(index)))
    expect((await listMessagesSince(threadId, fan.id, { since: 10n, limit: 10 })).map((one) => one.body)).toEqual([
      '10',
      '11',
    ])
  })

  it('CHAT-05a a block stops both sides, history stays, and the other side is not told by whom', async () => {
    await fillWallet(fan, 50_000)
    const { threadId } = await sent(fan, toCreator('Hello'))
    expect(await setThread(await fixture.person(), threadId, { blocked: true })).toEqual({
      ok: false,
      refusal: { kind: 'not_there' },
    })
    await setThread(creator, threadId, { blocked: true })
    expect(await sendMessage(fan, toCreator('still?'))).toMatchObject({ refusal: { reason: 'blocked' } })
    expect(await sendMessage(creator, inThread(threadId, 'no'))).toMatchObject({ refusal: { reason: 'you_blocked' } })
    // The fan’s own block does not lift the creator’s.
    await setThread(fan, threadId, { blocked: true })
    await setThread(fan, threadId, { blocked: false })
    expect(await sendMessage(fan, toCreator('still?'))).toMatchObject({ refusal: { reason: 'blocked' } })
    await setThread(creator, threadId, { blocked: false })
    await sent(fan, toCreator('again'))
    expect([await shillings(), await stored()]).toEqual([40_000n, ['Hello', 'again']])
  })

  it('NOTIFY-01f one notice for all that waits unread and one in an hour, none in a muted thread', async () => {
    await fillWallet(fan, 50_000)
    const notices = async () =>
      (await fixture.all(`select id from event_outbox where event = 'message_received' and about_id = $1`, [fan.id]))
        .length
    const { threadId } = await sent(fan, toCreator('one'))
    await sent(fan, toCreator('two'))
    expect(await notices()).toBe(1)
    // Whoever reads and answers at once is not told of each message.
    await markRead(creator, threadId, 2n)
    await sent(fan, toCreator('three'))
    expect(await notices()).toBe(1)
    await markRead(creator, threadId, 3n)
    await fixture.advance(3_601)
    await sent(fan, toCreator('four'))
    expect(await notices()).toBe(2)
    await fixture.advance(3_601)
    await sent(fan, toCreator('five'))
    expect(await notices(), 'four is unread').toBe(2)
    await markRead(creator, threadId, 5n)
    await setThread(creator, threadId, { muted: true })
    await sent(fan, toCreator('six'))
    expect(await notices()).toBe(2)
  })

  it('NOTIFY-01f reading a thread reads its notices, and nobody is told of what was read before the delivery', async () => {
    await fillWallet(fan, 50_000)
    let deliveries = 0
    const tell = async () => {
      const waiting = await fixture.all<{ id: string }>(
        `select id from event_outbox where event = 'message_received' and about_id = $1`,
        [fan.id],
      )
      for (const { id } of waiting) await runJob('deliver_event', { eventId: id })
      deliveries = (await fixture.all('select id from event_deliveries where profile_id = $1', [creator.id])).length
      await fixture.all('delete from event_outbox where about_id = $1', [fan.id])
    }
    const unread = async () =>
      (
        await fixture.all(`select id from notifications where profile_id = $1 and about_id = $2 and read_at is null`, [
          creator.id,
          fan.id,
        ])
      ).length
    const { threadId } = await sent(fan, toCreator('one'))
    await tell()
    expect(await unread()).toBe(1)
    await markRead(await fixture.person(), threadId, 1n)
    expect(await unread(), 'a stranger reads nothing').toBe(1)
    await markRead(creator, threadId, 1n)
    expect(await unread()).toBe(0)
    await fixture.advance(3_601)
    await sent(fan, toCreator('two'))
    await markRead(creator, threadId, 2n)
    await tell()
    expect(await unread()).toBe(0)
    expect(deliveries, 'no mail and no push either').toBe(0)
    await fixture.advance(3_601)
    await sent(fan, toCreator('three'))
    await tell()
    expect(await unread()).toBe(1)
    expect(deliveries).toBeGreaterThan(0)
  })

  it('CHAT-03 another text under a known id is refused in words, not dropped and not charged', async () => {
    await fillWallet(fan, 50_000)
    const message = toCreator('The first text')
    await sent(fan, message)
    expect(await sendMessage(fan, { ...message, text: 'Another text' })).toEqual({
      ok: false,
      refusal: { kind: 'stale_form' },
    })
    expect([await shillings(), await stored()]).toEqual([45_000n, ['The first text']])
  })

  it('CHAT-01a those to answer are listed by when they have to be answered, page by page, not by the last message', async () => {
    const second = await fixture.person()
    await fixture.grantPass(second.id)
    await fillWallet(fan, 20_000)
    await fillWallet(second, 20_000)
    const { threadId: first } = await sent(fan, toCreator('First'))
    const { threadId: later } = await sent(second, toCreator('Second'))
    await sent(second, toCreator('Still there?'))
    const waiting = async (before: string | null) =>
      (await listThreads(creator.id, { filter: 'waiting', before, limit: 1 })).map(({ id }) => id)
    expect((await listThreads(creator.id, { filter: 'all', before: null, limit: 1 })).map(({ id }) => id)).toEqual([
      later,
    ])
    expect(await waiting(null)).toEqual([first])
    expect(await waiting(first)).toEqual([later])
    expect(await waiting(later)).toEqual([])
    await sent(creator, inThread(first, 'Yes'))
    expect(await waiting(null)).toEqual([later])
    expect(await waiting(first)).toEqual([later])
  })

  it('CHAT-03a an account that was suspended since its request began, and the id of a paid message that is gone, store and pay nothing', async () => {
    await fillWallet(fan, 50_000)
    const clientId = newId()
    const { threadId, messageId } = await sent(fan, toCreator('Hello', { clientId }))
    const owner = fixture.owner()
    const entries = async () =>
      (await owner.query<{ n: number }>(`select count(*)::int as n from journal_entries where kind = 'message_paid'`))
        .rows[0]!.n
    const before = await entries()
    await owner.query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
    // Rights end with the account: the pass is what is missed first.
    expect(await sendMessage(fan, inThread(threadId, 'Still here'))).toEqual({
      ok: false,
      refusal: { kind: 'not_permitted', reason: 'pass_required' },
    })
    await owner.query(`update profiles set account_status = 'active' where id = $1`, [fan.id])
    await owner.query('delete from chat_messages where id = $1', [messageId])
    await expect(sendMessage(fan, { ...inThread(threadId, 'Hello'), clientId })).rejects.toThrow(
      'used for another entry',
    )
    expect(await entries()).toBe(before)
    const { rows } = await owner.query('select id from chat_messages where thread_id = $1', [threadId])
    expect(rows).toEqual([])
  })

  it('CHAT-01a a paid message waits for an answer only where the creator can give one', async () => {
    await fillWallet(fan, 50_000)
    const waiting = async () => (await listThreads(creator.id, { filter: 'waiting', before: null, limit: 10 })).length
    const { threadId } = await sent(fan, toCreator('Hello'))
    expect(await waiting()).toBe(1)
    await setThread(fan, threadId, { blocked: true })
    expect(await waiting()).toBe(0)
    await setThread(fan, threadId, { blocked: false })
    await fixture.owner().query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
    expect(await waiting()).toBe(0)
    await fixture.owner().query(`update profiles set account_status = 'active' where id = $1`, [fan.id])
    await sent(creator, inThread(threadId, 'Hello to you'))
    expect(await waiting()).toBe(0)
  })
})
