import { expect, test } from 'vitest'
import { type Ask, type ConversationState, openConversation, type Pending } from './conversation.ts'
import type { MessageLine } from '#app/web/chat/thread.server.ts'

const PRICE = { minor: '500000', text: 'UGX 5,000' }
const line = (seq: number, body: string, clientId: string | null = null): MessageLine => ({
  id: `m${seq}`,
  seq,
  body,
  own: true,
  clientId,
  day: 'Today',
  atMs: seq,
  clock: '12:00',
  earned: null,
  media: null,
  locked: false,
})
const START: Omit<ConversationState, 'pending'> = {
  key: 'creator',
  written: false,
  lines: [],
  tips: [],
  otherReadSeq: 0,
  otherDeliveredSeq: 0,
  online: true,
  onlineMs: null,
  lastOnline: null,
  answerBy: null,
  balance: 'UGX 40,000',
  price: PRICE,
  toAgree: true,
}

/** A server that stores each client id once, as the real one does. */
function aServer(options: { loseAnswers?: number; refuse?: object } = {}) {
  const stored = new Map<string, MessageLine>()
  const asked: string[] = []
  let lost = options.loseAnswers ?? 0
  const ask: Ask = (path, form) => {
    asked.push(form ? `POST ${path} ${form.get('text')} ${form.get('shown')} ${form.get('agreed')}` : `GET ${path}`)
    if (!form) {
      const after = Number(/after=(\d+)/.exec(path)![1])
      const messages = [...stored.values()].filter(({ seq }) => seq > after)
      return Promise.resolve({ messages, otherReadSeq: 0, online: true, answerBy: null })
    }
    if (options.refuse) return Promise.resolve({ refusal: options.refuse })
    const clientId = form.get('client_id')!
    if (!stored.has(clientId)) stored.set(clientId, line(stored.size + 1, form.get('text')!, clientId))
    lost -= 1
    return Promise.resolve(lost >= 0 ? null : { sent: { threadId: 'thread' }, balance: 'UGX 35,000' })
  }
  return { ask, asked, stored }
}

/** The storage of a tab, which a reload leaves as it is. */
function aTab() {
  let stored: readonly Pending[] = []
  return { read: () => stored, write: (pending: readonly Pending[]) => void (stored = pending) }
}

let ids = 0
let at = 0
const open = (server: { ask: Ask }, change: Partial<typeof START> = {}, isOnline = () => true, unsent = aTab()) =>
  openConversation(
    { ...START, ...change },
    {
      ask: server.ask,
      addressOf: (key) => `/chat/${key}/messages`,
      isOnline,
      newId: () => `id${(ids += 1)}`,
      now: () => at,
      unsent,
    },
  )
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const bodies = (state: ConversationState) => state.lines.map(({ body }) => body)

test('CHAT-02a messages are sent in order, one after the other, and read back by their numbers', async () => {
  const server = aServer()
  const chat = open(server)
  for (const text of ['one', 'two', 'three']) chat.send(text, true)
  expect(chat.read().pending.map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
  await settled()
  expect([bodies(chat.read()), chat.read().pending]).toEqual([['one', 'two', 'three'], []])
  expect(chat.read()).toMatchObject({ key: 'thread', toAgree: false, balance: 'UGX 35,000' })
  expect(server.asked.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /chat/creator/messages one 500000 yes',
    'POST /chat/thread/messages two 500000 yes',
    'POST /chat/thread/messages three 500000 yes',
  ])
})

test('CHAT-02a a lost answer is not taken for a failure, and the retry stores nothing twice', async () => {
  const server = aServer({ loseAnswers: 1 })
  const chat = open(server)
  chat.send('once', true)
  await settled()
  expect(chat.read().pending).toMatchObject([{ state: 'unanswered' }])
  chat.retry(chat.read().pending[0]!.clientId, true)
  await settled()
  expect([bodies(chat.read()), chat.read().pending, server.stored.size]).toEqual([['once'], [], 1])
})

test('CHAT-03 without network nothing is sent, also not by itself when it is back', async () => {
  const server = aServer()
  let network = false
  const chat = open(server, {}, () => network)
  chat.send('later', true)
  await settled()
  expect([chat.read().pending[0]!.state, server.asked]).toEqual(['offline', []])
  network = true
  await settled()
  expect(server.asked).toEqual([])
  chat.retry(chat.read().pending[0]!.clientId, true)
  await settled()
  expect(bodies(chat.read())).toEqual(['later'])
})

test('CHAT-03a a price that has risen is shown and asked again; a text that is too dear stays, with the way to top up', async () => {
  const risen = { minor: '700000', text: 'UGX 7,000' }
  const dear = open(aServer({ refuse: { text: 'It costs UGX 7,000', topUp: null, price: risen } }), { toAgree: false })
  dear.send('hello', false)
  await settled()
  expect(dear.read()).toMatchObject({ price: risen, toAgree: true, pending: [{ state: 'refused', text: 'hello' }] })
  const poor = open(aServer({ refuse: { text: 'Too little', topUp: '/wallet/top-up', price: null } }))
  poor.send('hello', true)
  await settled()
  expect(poor.read().pending).toMatchObject([{ state: 'refused', why: 'Too little', topUp: '/wallet/top-up' }])
  poor.drop(poor.read().pending[0]!.clientId)
  expect(poor.read().pending).toEqual([])
})

test('CHAT-02a a message that is read back before the answer to it stands once', async () => {
  const server = aServer({ loseAnswers: 1 })
  const chat = open(server, { written: true })
  chat.send('one', true)
  await settled()
  expect(chat.read().pending).toMatchObject([{ state: 'unanswered' }])
  await chat.sync()
  expect([bodies(chat.read()), chat.read().pending]).toEqual([['one'], []])
})

test('CHAT-02 a read that a busy server did not answer says so, and the next one reads what came', async () => {
  let busy = true
  const server = aServer()
  const ask: Ask = (path, form) => (busy ? Promise.resolve(null) : server.ask(path, form))
  const chat = open({ ask }, { key: 'thread', written: true })
  server.stored.set('a', line(1, 'one'))
  expect([await chat.sync(), bodies(chat.read())]).toEqual([false, []])
  busy = false
  expect([await chat.sync(), bodies(chat.read())]).toEqual([true, ['one']])
})

test('CHAT-02a two answers that overlap show each message once', async () => {
  const server = aServer()
  const chat = open(server, { key: 'thread', written: true })
  server.stored.set('a', line(1, 'one'))
  await Promise.all([chat.sync(), chat.sync()])
  expect(bodies(chat.read())).toEqual(['one'])
})

test('CHAT-02a a double tap on Retry sends once', async () => {
  const server = aServer({ loseAnswers: 1 })
  const chat = open(server)
  chat.send('once', true)
  await settled()
  const { clientId } = chat.read().pending[0]!
  chat.retry(clientId, true)
  chat.retry(clientId, true)
  await settled()
  expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(2)
})

const FREE = { price: null, toAgree: false, balance: null, key: 'thread', written: true } as const

test('CHAT-02 what costs nothing waits for the network, survives a reload, and is sent once in order when it is back', async () => {
  const [server, tab] = [aServer(), aTab()]
  let network = false
  const before = open(server, FREE, () => network, tab)
  for (const text of ['one', 'two', 'three']) before.send(text, false)
  await settled()
  expect(before.read().pending.map(({ state }) => state)).toEqual(['offline', 'offline', 'offline'])
  const after = open(server, FREE, () => network, tab)
  after.restore()
  await settled()
  expect([after.read().pending.map(({ text }) => text), server.stored.size]).toEqual([['one', 'two', 'three'], 0])
  network = true
  after.resume()
  after.resume()
  await settled()
  expect([bodies(after.read()), after.read().pending, tab.read()]).toEqual([['one', 'two', 'three'], [], []])
  expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(3)
})

test('CHAT-03 what costs something survives a reload too, and is sent once for the price that stood beside it; another price waits for a tap', async () => {
  const [server, tab] = [aServer(), aTab()]
  let network = false
  open(server, { written: true }, () => network, tab).send('dear', true)
  await settled()
  network = true
  const dearer = { minor: '700000', text: 'UGX 7,000' }
  const after = open(server, { written: true, price: dearer }, () => network, tab)
  after.restore()
  after.resume()
  await settled()
  expect([after.read().pending, server.stored.size]).toMatchObject([[{ text: 'dear', state: 'offline' }], 0])
  network = false
  after.send('second', true)
  await settled()
  network = true
  after.resume()
  after.resume()
  await settled()
  expect([...server.stored.values()].map(({ body }) => body)).toEqual(['second'])
  expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(1)
  after.retry(after.read().pending[0]!.clientId, true)
  await settled()
  expect([...server.stored.values()].map(({ body }) => body)).toEqual(['second', 'dear'])
  expect(tab.read()).toEqual([])
})

test('CHAT-02 where the session has ended, a message says so, stays, and is sent once after the next sign-in', async () => {
  const [server, tab] = [aServer(), aTab()]
  let signedIn = false
  const ask: Ask = (path, form) => (signedIn ? server.ask(path, form) : Promise.resolve({ signedOut: true }))
  const before = open({ ...server, ask }, { written: true }, () => true, tab)
  before.send('kept', true)
  await settled()
  expect(before.read().pending).toMatchObject([{ text: 'kept', state: 'signed_out' }])
  signedIn = true
  const after = open({ ...server, ask }, { written: true }, () => true, tab)
  after.restore()
  await settled()
  await settled()
  expect([bodies(after.read()), after.read().pending, server.stored.size]).toEqual([['kept'], [], 1])
})

test('CHAT-02 a page that was closed while it sent doesn’t send twice what was stored', async () => {
  const [server, tab] = [aServer({ loseAnswers: 1 }), aTab()]
  open(server, FREE, () => true, tab).send('one', false)
  tab.write(tab.read().map((one) => ({ ...one, state: 'sending' as const })))
  await settled()
  const after = open(server, FREE, () => true, tab)
  after.restore()
  await settled()
  expect([bodies(after.read()), after.read().pending, server.stored.size]).toEqual([['one'], [], 1])
})

test('a later message that costs nothing doesn’t overtake one that waits, and after a day nothing is sent by itself', async () => {
  const [server, tab] = [aServer({ loseAnswers: 1 }), aTab()]
  const chat = open(server, { ...FREE, written: false }, () => true, tab)
  chat.send('one', false)
  chat.send('two', false)
  await settled()
  expect([...server.stored.values()].map(({ body }) => body)).toEqual(['one'])
  chat.resume()
  await settled()
  expect([...server.stored.values()].map(({ body }) => body)).toEqual(['one', 'two'])
  const later = open(aServer(), FREE, () => false, tab)
  later.send('old', false)
  await settled()
  at += 86_400_001
  const next = open(server, FREE, () => true, tab)
  next.restore()
  await settled()
  expect(next.read().pending).toMatchObject([{ text: 'old', state: 'offline' }])
})

test('CHAT-02b a receipt of the other side shows at once, without a question to the server, and never goes back', () => {
  const server = aServer()
  const conversation = open(server, { key: 'thread', written: true, otherReadSeq: 2, otherDeliveredSeq: 3 })
  const marks = () => [conversation.read().otherReadSeq, conversation.read().otherDeliveredSeq]
  conversation.receipt('delivered', 5)
  expect(marks()).toEqual([2, 5])
  conversation.receipt('read', 4)
  expect(marks()).toEqual([4, 5])
  conversation.receipt('read', 7)
  expect(marks()).toEqual([7, 7])
  conversation.receipt('delivered', 6)
  conversation.receipt('read', 1)
  expect(marks()).toEqual([7, 7])
  expect(server.asked).toEqual([])
})
