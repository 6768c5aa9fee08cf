import { beforeEach, expect, test } from 'vitest'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setSavedReply } from '#app/domain/chat/set-saved-reply.server.ts'
import { listThreads, type ThreadRow } from '#app/domain/chat/queries.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { newId } from '#app/platform/id.ts'
import { pageToEnd } from '#tests/support/page-to-end.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { fillWallet } from '#tests/support/spending.ts'
import * as replies from '#app/web/creator/replies/replies.tsx'
import * as decision from './decision.ts'
import * as messages from './messages.ts'
import * as thread from './thread.tsx'
import * as threads from './threads.tsx'

const fixture = usePaymentFixture({ max: 8 })

let fan: Person
let creator: Person

beforeEach(async () => {
  fan = await fixture.person()
  await fixture.grantPass(fan.id)
  creator = await aCreator()
})

async function aCreator(): Promise<Person> {
  const { creatorId } = await fixture.lockedPost()
  const [row] = await fixture.all<{ username: string; display_name: string }>(
    'select username, display_name from profiles where id = $1',
    [creatorId],
  )
  const person = await fixture.person()
  return { ...person, id: creatorId, userType: 'creator', username: row!.username, displayName: row!.display_name }
}

const form = (text: string, change: Record<string, string> = {}) => ({
  text,
  client_id: newId(),
  shown: '500000',
  agreed: 'yes',
  ...change,
})
const open = (who: Person, id: string) => aBrowser(who).call(thread, `/chat/${id}`, { params: { id } })
const post = (who: Person, id: string, values: Record<string, string>) =>
  aBrowser(who).call(thread, `/chat/${id}`, { params: { id }, form: values })

test('CHAT-03b too little balance sends nothing, keeps the text, and opens the top-up with the way back', async () => {
  await fillWallet(fan, 2_000)
  const refused = await post(fan, creator.id, form('Hello there'))
  expect(refused.status).toBe(409)
  expect(refused.data).toMatchObject({
    ok: false,
    errors: {
      fields: { text: 'Your wallet holds UGX\u00a02,000: you need UGX\u00a03,000 more. Not sent, nothing charged.' },
    },
    values: { text: 'Hello there' },
  })
  const page = await open(fan, creator.id)
  expect(page.data).toMatchObject({ draft: 'Hello there', lines: [], money: { short: 'UGX\u00a03,000' } })
  const way = (page.data.money as { topUpHref: string }).topUpHref
  expect(way).toMatch(
    new RegExp(`^/wallet/top-up\\?.*creator=${creator.id}.*intent=chat|^/wallet/top-up\\?.*intent=chat`),
  )
  expect((await walletBalance(fan.id)).amountMinor).toBe(200_000n)
  await fillWallet(fan, 10_000)
  const sent = await post(fan, creator.id, form((page.data as { draft: string }).draft))
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/chat\/[0-9a-f-]{36}#end$/)])
  expect((await open(fan, creator.id)).data).toMatchObject({ draft: '', lines: [{ body: 'Hello there', own: true }] })
})

test('CHAT-03b the script gets the same refusal with the address of the top-up', async () => {
  const answer = await aBrowser(fan).call(messages, `/chat/${creator.id}/messages`, {
    params: { id: creator.id },
    form: form('Hello'),
  })
  expect(answer.status).toBe(409)
  expect(answer.data).toMatchObject({
    refusal: { kind: 'balance_too_small', topUp: expect.stringContaining('intent=chat') },
  })
})

test('CHAT-01b the page shows the price and the balance to a fan, and what each message earned to the creator', async () => {
  await fillWallet(fan, 20_000)
  const { location } = await post(fan, creator.id, form('One'))
  const id = /\/chat\/([^#]+)/.exec(location!)![1]!
  expect((await open(fan, id)).data).toMatchObject({
    side: 'fan',
    money: { rate: 'UGX\u00a05,000', balance: 'UGX\u00a015,000', toAgree: false },
    answerBy: null,
    denied: null,
  })
  expect((await open(creator, id)).data).toMatchObject({
    side: 'creator',
    money: null,
    lines: [{ body: 'One', own: false, earned: '+ UGX\u00a04,000' }],
    answerBy: await answerByOf(id),
  })
  // What waits first decides: a second message does not move it, and the answer ends it.
  const first = await answerByOf(id)
  await fixture.advance(2 * 3_600)
  await post(fan, creator.id, form('Two'))
  expect((await open(creator, id)).data).toMatchObject({ answerBy: first })
  await post(creator, id, form('Hello'))
  expect((await open(creator, id)).data).toMatchObject({ answerBy: null })
})

/** Two days after the first message that waits, by the clock of Kampala. */
async function answerByOf(threadId: string): Promise<string> {
  const { at } = await fixture.one<{ at: Date }>(
    'select sent_at as at from chat_messages where thread_id = $1 order by seq limit 1',
    [threadId],
  )
  const by = new Date(at.getTime() + 48 * 3_600_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Kampala', ...options }).format(by)
  const day = `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })}`
  return `Answer by ${day}, ${part({ hour: '2-digit', minute: '2-digit' })}`
}

test('CHAT-03b a thread that holds only a draft shows no creator who is hidden since', async () => {
  await fillWallet(fan, 2_000)
  await post(fan, creator.id, form('Hello'))
  expect((await open(fan, creator.id)).data).toMatchObject({ draft: 'Hello', written: true })
  await fixture.owner().query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
  const page = await open(fan, creator.id)
  expect([page.status, page.location]).toEqual([303, `/${creator.username}`])
})

test('CHAT-02a what has come since a message is told once, and counts as read', async () => {
  await fillWallet(fan, 20_000)
  const { location } = await post(fan, creator.id, form('One'))
  const id = /\/chat\/([^#]+)/.exec(location!)![1]!
  await post(fan, id, form('Two'))
  const since = async (who: Person, after: number) =>
    (await aBrowser(who).call(messages, `/chat/${id}/messages?after=${after}`, { params: { id } })).data
  expect(await since(fan, 2)).toMatchObject({ messages: [], otherReadSeq: 0 })
  expect(await since(creator, 1)).toMatchObject({ messages: [{ seq: 2, body: 'Two' }] })
  expect(await since(fan, 2)).toMatchObject({ otherReadSeq: 2 })
  for (const odd of ['-1', 'x', '1e400'])
    expect((await aBrowser(fan).call(messages, `/chat/${id}/messages?after=${odd}`, { params: { id } })).status).toBe(
      200,
    )
})

test('CHAT-05a an ended pass leaves the history and says how to write again; a block is not named to the other side', async () => {
  await fillWallet(fan, 20_000)
  const { location } = await post(fan, creator.id, form('One'))
  const id = /\/chat\/([^#]+)/.exec(location!)![1]!
  const blocked = await aBrowser(creator).call(decision, `/chat/${id}/block`, { params: { id }, form: {} })
  expect([blocked.location, blocked.toast?.title]).toEqual([`/chat/${id}`, 'Blocked'])
  expect((await open(fan, id)).data).toMatchObject({
    denied: { title: 'You can’t write here', way: null },
    lines: [{}],
  })
  await aBrowser(creator).call(decision, `/chat/${id}/unblock`, { params: { id }, form: {} })
  await fixture.owner().query(`update user_access set revoked_at = app_now() where user_id = $1`, [fan.id])
  expect((await open(fan, id)).data).toMatchObject({
    denied: { title: 'Read only', way: { label: 'Renew', href: expect.stringContaining('intent=chat') } },
    lines: [{ body: 'One' }],
  })
})

test('CHAT-01a every conversation is once in the list, in pages of any size, also while another one is written to', async () => {
  await fillWallet(fan, 100_000)
  for (let nth = 0; nth < 7; nth += 1) {
    const { id } = await aCreator()
    await sendMessage(fan, {
      to: { creatorId: id },
      text: 'x',
      clientId: newId(),
      shownMinor: 500_000n,
      confirmed: true,
    })
  }
  const all = await listThreads(fan.id, { filter: 'all', before: null, limit: 50 })
  for (const size of [1, 2, 3, 7])
    expect(
      await pageToEnd<ThreadRow>(
        {
          page: (after, limit) => listThreads(fan.id, { filter: 'all', before: after?.id ?? null, limit }),
          id: (row) => row.id,
        },
        size,
      ),
    ).toEqual(all.map((row) => row.id))
  const page = await aBrowser(fan).call(threads, '/chat')
  expect(page.data).toMatchObject({ rows: { length: 7 }, balance: 'UGX\u00a065,000', isCreator: false })
})

test('CHAT-05b a saved reply that is chosen on its page stands in the composer of its creator, and is not sent', async () => {
  await fillWallet(fan, 20_000)
  const { location } = await post(fan, creator.id, form('One'))
  const id = /\/chat\/([^#]+)/.exec(location!)![1]!
  await setSavedReply(creator, null, { name: 'friday', text: 'Live at 8' })
  const list = await aBrowser(creator).call(replies, `/dashboard/saved-replies?thread=${id}`)
  const [{ useHref }] = list.data.replies as [{ useHref: string }]
  const open = (who: Person) => aBrowser(who).call(thread, useHref.replace('#end', ''), { params: { id } })
  expect((await open(creator)).data).toMatchObject({ draft: 'Live at 8', lines: [{ body: 'One' }] })
  expect((await open(fan)).data).toMatchObject({ draft: '', replies: [], note: '' })
  // Opened from somebody else’s conversation, the page only keeps the replies.
  const other = await aBrowser(await aCreator()).call(replies, `/dashboard/saved-replies?thread=${id}`)
  expect(other.data).toMatchObject({ thread: null, replies: [] })
})
