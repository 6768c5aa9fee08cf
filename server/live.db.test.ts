import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { endSession } from '#app/domain/identity/end-session.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { startSession } from '#app/domain/identity/start-session.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { setPresence } from '#app/domain/creators/set-presence.server.ts'
import { setThread } from '#app/domain/chat/set-thread.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { announce } from '#app/platform/live.server.ts'
import { newId } from '#app/platform/id.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { SERVER_ADDRESSES } from './methods.ts'
import { giveFullAccess, makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { connect, isTaken, type LiveClient, ORIGIN, signIn, startLiveServer, until } from '#tests/support/live.ts'
import { fillWallet } from '#tests/support/spending.ts'

const { owner } = useDatabase({ max: 20 })
let servers: Awaited<ReturnType<typeof startLiveServer>>[] = []
let clients: LiveClient[] = []
let fan: Person
let creator: Person
let stranger: Person
let threadId: string

beforeAll(async () => {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  servers = [await startLiveServer(), await startLiveServer()]
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))
beforeEach(async () => {
  ;[fan, stranger, creator] = [await makePerson(), await makePerson(), await makeCreator()]
  await giveFullAccess(fan)
  await fillWallet(fan, 500_000)
  threadId = (await write('first')).threadId
  // What it announces is out before anybody listens.
  await new Promise((resolve) => setTimeout(resolve, 30))
})
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.disconnect()
})

async function write(text: string, by: Person = fan) {
  const sent = await sendMessage(by, {
    to: by === fan ? { creatorId: creator.id } : { threadId },
    text,
    clientId: newId(),
    shownMinor: 500_000n,
    confirmed: true,
  })
  if (!sent.ok) throw new Error(sent.refusal.kind)
  return sent.value
}

/** A connected browser of somebody at one of the two servers, in these channels. */
async function open(person: Person, nth: 0 | 1, ...channels: string[]): Promise<LiveClient & { token: string }> {
  const token = await signIn(person)
  const client = connect(servers[nth]!.port, token)
  clients.push(client)
  await until(() => client.socket.connected)
  if (channels.length > 0) expect(await client.join(...channels)).toEqual(channels)
  return { ...client, token }
}

/** The status of an answer to an upgrade, sent exactly so. */
async function statusOfUpgrade(target: string, headers: Record<string, string>): Promise<number> {
  const asked = request({
    port: servers[0]!.port,
    path: target,
    headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
  })
  asked.end()
  return new Promise((resolve, reject) => {
    asked.once('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer.statusCode!)
    })
    asked.once('response', (answer) => resolve(answer.statusCode!))
    asked.once('error', reject)
  })
}

const thread = () => `thread:${threadId}` as const
const kinds = ({ notices }: LiveClient) => notices.map(({ channel, kind }) => `${channel.split(':')[0]} ${kind}`)

describe('what is announced', () => {
  test('CHAT-02d a message reaches both sides at once, whichever server they are connected to', async () => {
    const [atFan, atCreator] = [await open(fan, 0, thread()), await open(creator, 1, thread())]
    await write('second')
    await until(() => atCreator.notices.length >= 2 && atFan.notices.length >= 2, 1_000)
    expect(atCreator.notices).toContainEqual({ channel: thread(), kind: 'message', seq: 2 })
    expect(atFan.notices).toContainEqual({ channel: thread(), kind: 'message', seq: 2 })
    expect(new Set(kinds(atCreator))).toEqual(new Set(['account chats', 'thread message']))
    expect(JSON.stringify([atFan.notices, atCreator.notices])).not.toContain('second')
  })

  test('CHAT-02e reading and typing are seen by the other side, and a blocked side’s typing is not', async () => {
    const [atFan, atCreator] = [await open(fan, 0, thread()), await open(creator, 1, thread())]
    await markRead(creator, threadId, 1n)
    await until(() => atFan.notices.length > 0, 1_000)
    expect(atFan.notices).toEqual([{ channel: thread(), kind: 'read', seq: 1, by: 'creator' }])
    atFan.socket.emit('typing', threadId)
    await until(() => atCreator.notices.some(({ kind }) => kind === 'typing'), 1_000)
    expect(atCreator.notices).toContainEqual({ channel: thread(), kind: 'typing', by: 'fan' })
    await setThread(creator, threadId, { blocked: true })
    atCreator.notices.length = 0
    atFan.socket.emit('typing', threadId)
    await write('closed', creator).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(atCreator.notices).toEqual([])
  })

  test('DASH-01a going live and away reaches whoever looks at the creator', async () => {
    const atFan = await open(fan, 1, `presence:${creator.id}`)
    await setPresence(creator, true)
    // What the first message announced may still arrive.
    const heard = () => atFan.notices.filter(({ kind }) => kind !== 'chats')
    await until(() => heard().length > 0, 1_000)
    expect(heard()).toEqual([{ channel: `presence:${creator.id}`, kind: 'presence' }])
  })

  test('CHAT-02a nothing is announced where the message was not stored', async () => {
    const atFan = await open(fan, 0, thread())
    const rolledBack = inTransaction((tx) => {
      announce(tx, { channel: thread(), kind: 'message', seq: 9 })
      return Promise.reject(new Error('rolled back'))
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await setThread(creator, threadId, { blocked: true })
    await expect(write('refused')).rejects.toThrow('not_permitted')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(kinds(atFan)).toEqual([])
  })
})

describe('who may listen', () => {
  test('CHAT-02d without a session, with an ended one, or from another site nobody is connected', async () => {
    const { port } = servers[0]!
    const token = await signIn(fan)
    expect(await isTaken(port, token)).toBe(true)
    expect(await isTaken(port, null)).toBe(false)
    expect(await isTaken(port, 'not a session')).toBe(false)
    expect(await isTaken(port, token, { origin: 'https://elsewhere.example' })).toBe(false)
    expect(await isTaken(port, token, { origin: '' })).toBe(false)
    await owner().query('update sessions set ended_at = app_now(), ended_because = $2 where profile_id = $1', [
      fan.id,
      'signed_out',
    ])
    expect(await isTaken(port, token)).toBe(false)
  })

  test('CHAT-02d every address that takes an upgrade is listed, and refuses visitors, other sites and other ways to connect', async () => {
    const upgrades = Object.entries(SERVER_ADDRESSES).filter(([, { upgrade }]) => upgrade)
    expect(upgrades.map(([path, { who }]) => [path, who])).toEqual([['/live', 'signed_in']])
    const cookie = `peach_session=${await signIn(fan)}`
    const good = {
      origin: ORIGIN,
      cookie,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const query = '?EIO=4&transport=websocket'
    expect(await statusOfUpgrade(`/live/${query}`, good)).toBe(101)
    expect(await statusOfUpgrade('/live/', good)).toBe(400)
    expect(await statusOfUpgrade('/live/?EIO=4&transport=polling', good)).toBe(400)
    expect(await statusOfUpgrade(`/live/${query}&sid=x`, good)).toBe(400)
    expect(await statusOfUpgrade(`/live/${query}`, { ...good, origin: 'null' })).toBe(403)
    expect(await statusOfUpgrade(`/live/${query}`, { ...good, cookie: '' })).toBe(401)
    // Elsewhere it is a request like any other.
    expect(await statusOfUpgrade(`/chat${query}`, good)).not.toBe(101)
    expect((await fetch(`http://127.0.0.1:${servers[0]!.port}/live`)).status).toBe(426)
  })

  test('CHAT-02d whoever has documents to agree to is not connected', async () => {
    const token = await inTransaction((tx) =>
      startSession(tx, { profileId: stranger.id, network: 'n', userAgent: 'u' }),
    )
    expect(await isTaken(servers[0]!.port, token)).toBe(false)
  })

  test('CHAT-02d somebody else’s account and thread, a hidden creator and invented channels are refused', async () => {
    const hidden = await makeCreator({ paidDays: null })
    const at = await open(stranger, 0)
    expect(
      await at.join(
        `account:${stranger.id}`,
        `account:${fan.id}`,
        thread(),
        `thread:${newId()}`,
        `presence:${hidden.id}`,
        `presence:${creator.id}`,
        'session:x',
        '__proto__',
      ),
    ).toEqual([`account:${stranger.id}`, `presence:${creator.id}`])
    at.socket.emit('typing', threadId)
    await write('not for strangers')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(at.notices).toEqual([])
  })

  test('CHAT-02d somebody without a complete profile hears of their own account only', async () => {
    await owner().query('update profiles set profile_completed = false where id = $1', [stranger.id])
    const at = await open({ ...stranger, profileCompleted: false }, 0)
    expect(await at.join(`account:${stranger.id}`, `presence:${creator.id}`)).toEqual([`account:${stranger.id}`])
  })
})

describe('a right that ends closes what leans on it within a second', () => {
  test('CHAT-02d signing out, also of one of two sessions', async () => {
    const [first, second] = [await open(fan, 0, thread()), await open(fan, 1, thread())]
    await endSession((await findPersonBySession(first.token))!.person.sessionId)
    await until(() => !first.socket.connected, 1_000)
    expect(second.socket.connected).toBe(true)
    await write('only the second session hears this')
    await until(() => second.notices.some(({ seq }) => seq === 2), 1_000)
    expect(first.notices.filter(({ seq }) => seq === 2)).toEqual([])
  })

  test('CHAT-02d a suspension', async () => {
    const at = await open(fan, 1, thread())
    await owner().query(`update profiles set account_status = 'suspended' where id = $1`, [fan.id])
    await until(() => !at.socket.connected, 1_000)
  })

  test('CHAT-02d a creator who is hidden', async () => {
    const [at, other] = [await open(fan, 0, `presence:${creator.id}`), await open(fan, 1, thread())]
    await owner().query('update creator_listings set revoked_at = app_now() where creator_id = $1', [creator.id])
    await owner().query('update creators set listed = true where profile_id = $1', [creator.id])
    await owner().query('update creators set listed = false where profile_id = $1', [creator.id])
    await until(() => at.syncs() > 0, 1_000)
    expect(await at.join(`presence:${creator.id}`)).toEqual([])
    expect(other.socket.connected).toBe(true)
    expect(await other.join(thread())).toEqual([thread()])
  })

  test('CHAT-02d a lost connection to the database closes all, and they come back by themselves', async () => {
    const at = await open(fan, 0, thread())
    await owner().query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'peach-live' and datname = current_database()`,
    )
    await until(() => !at.socket.connected, 1_000)
    await until(() => at.socket.connected, 5_000)
  })
})

describe('bad input', () => {
  test('CHAT-02d a flood of frames closes its own connection, and others hear as before', async () => {
    const [flood, atCreator] = [await open(stranger, 0), await open(creator, 0, thread())]
    for (let nth = 0; nth < 300; nth += 1) flood.socket.emit('join', [`thread:${newId()}`])
    await until(() => !flood.socket.connected, 2_000)
    await write('still heard')
    await until(() => atCreator.notices.length > 0, 1_000)
  })

  test('CHAT-02d a large frame ends its connection, and what can be no channel is refused', async () => {
    const large = await open(stranger, 0)
    large.socket.emit('join', ['x'.repeat(64_000)])
    await until(() => !large.socket.connected, 2_000)
    const at = await open(stranger, 0)
    for (const garbage of [null, 7, {}, [null, 7, {}, ['x']], 'thread:', '\u0000'])
      expect(await at.socket.timeout(2_000).emitWithAck('join', garbage)).toEqual([])
    at.socket.emit('leave', { a: 1 })
    at.socket.emit('typing', [threadId])
    at.socket.emit('notice', { channel: `account:${fan.id}`, kind: 'bell' })
    expect(at.socket.connected).toBe(true)
  })
})

describe('leaving a channel', () => {
  test('CHAT-02d a page leaves its own alone: names of somebody else, of no channel of its and of its session change nothing', async () => {
    const [atFan, atCreator] = [await open(fan, 0, thread()), await open(creator, 0, thread())]
    const other = await open(stranger, 0, `presence:${creator.id}`)
    const { sessionId } = (await findPersonBySession(other.token))!.person
    for (const name of [
      thread(),
      `account:${fan.id}`,
      `account:${creator.id}`,
      `session:${sessionId}`,
      `thread:${newId()}`,
    ])
      other.socket.emit('leave', name)
    // The answer to a later question comes after them.
    expect(await other.join(thread())).toEqual([])
    await write('heard by both')
    await until(() => atFan.notices.length >= 2 && atCreator.notices.length >= 2, 1_000)
    for (const at of [atFan, atCreator])
      expect(at.notices).toContainEqual({ channel: thread(), kind: 'message', seq: 2 })
    await setPresence(creator, true)
    await until(() => other.notices.length > 0, 1_000)
    expect(kinds(other)).toEqual(['presence presence'])
    await endSession(sessionId)
    await until(() => !other.socket.connected, 1_000)
  })

  test('CHAT-02d a page that has left one of its channels hears the others, and may come back', async () => {
    const at = await open(fan, 0, thread(), `presence:${creator.id}`)
    at.socket.emit('leave', `presence:${creator.id}`)
    expect(await at.join(thread())).toEqual([thread()])
    await setPresence(creator, true)
    await write('still heard')
    await until(() => kinds(at).includes('thread message'), 1_000)
    expect(kinds(at)).not.toContain('presence presence')
    expect(await at.join(`presence:${creator.id}`)).toEqual([`presence:${creator.id}`])
  })
})

test('CHAT-02d a page that connects before a new server hears announcements waits for it instead of being refused', async () => {
  const server = await startLiveServer()
  const token = await signIn(fan)
  const taken = await Promise.all(Array.from({ length: 10 }, () => isTaken(server.port, token)))
  expect(taken).toEqual(taken.map(() => true))
  await server.stop()
})
