import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { endSession } from '#app/domain/identity/end-session.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { giveFullAccess, makeCreator, makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { connect, isTaken, type LiveClient, signIn, startLiveServer, until } from '#tests/support/live.ts'
import { fillWallet } from '#tests/support/spending.ts'

const { owner } = useDatabase({ max: 20 })
let server: Awaited<ReturnType<typeof startLiveServer>>
let clients: LiveClient[] = []
let fan: Person
let creator: Person
let stranger: Person
let threadId: string

beforeAll(async () => {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  server = await startLiveServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ;[fan, stranger, creator] = [await makePerson(), await makePerson(), await makeCreator()]
})
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.disconnect()
})

/** A conversation whose fan has a pass until then. */
async function open(passUntil: Date | null = null): Promise<void> {
  await giveFullAccess(fan, passUntil)
  await fillWallet(fan, 500_000)
  threadId = (await write('first', fan)).threadId
}

async function write(text: string, by: Person) {
  const sent = await sendMessage(by, {
    to: threadId && by !== fan ? { threadId } : { creatorId: creator.id },
    text,
    clientId: newId(),
    shownMinor: 500_000n,
    confirmed: true,
  })
  if (!sent.ok) throw new Error(sent.refusal.kind)
  return sent.value
}

function listen(token: string): LiveClient {
  const client = connect(server.port, token)
  clients.push(client)
  return client
}

async function listenAs(person: Person, ...channels: string[]): Promise<LiveClient> {
  const client = listen(await signIn(person))
  await until(() => client.socket.connected)
  if (channels.length > 0) expect(await client.join(...channels)).toEqual(channels)
  return client
}

const thread = () => `thread:${threadId}`
const kinds = ({ notices }: LiveClient) => notices.map(({ kind }) => kind)

/** A session of this person that ends by itself, and when. */
async function endingSession(person: Person, inMs: number): Promise<{ token: string; endsAt: number }> {
  const token = await signIn(person)
  const { rows } = await owner().query<{ at: Date }>(
    `update sessions set expires_at = app_now() + $2 * interval '1 millisecond' where token_hash = $1 returning expires_at as at`,
    [keyedHash('token', token), inMs],
  )
  return { token, endsAt: rows[0]!.at.getTime() }
}

describe('rights that end by time', () => {
  test('CHAT-02d a session that expires is closed within a second, and nothing reaches it afterwards', async () => {
    await open()
    const { token, endsAt } = await endingSession(fan, 700)
    const at = listen(token)
    await until(() => at.socket.connected)
    await at.join(thread())
    await until(() => !at.socket.connected, 3_000)
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
    expect(Date.now()).toBeLessThan(endsAt + 1_000)
    const { seq } = await write('too late', creator)
    await pause(200)
    expect(at.notices.filter((notice) => notice.seq === Number(seq))).toEqual([])
    expect(at.socket.connected).toBe(false)
  })

  test('CHAT-02d a session that is prolonged meanwhile stays connected', async () => {
    await open()
    const { token } = await endingSession(fan, 500)
    const at = listen(token)
    await until(() => at.socket.connected)
    await at.join(thread())
    await owner().query(`update sessions set expires_at = app_now() + interval '1 hour' where token_hash = $1`, [
      keyedHash('token', token),
    ])
    await pause(1_000)
    expect(at.socket.connected).toBe(true)
    await write('still heard', creator)
    await until(() => kinds(at).includes('message'), 1_000)
  })

  test('CHAT-02d a session that nobody has used for too long ends, though its page is open', async () => {
    const token = await signIn(fan)
    await owner().query(
      `update sessions set last_seen_at = app_now() - interval '14 days' + interval '600 milliseconds', expires_at = app_now() + interval '1 day'
       where token_hash = $1`,
      [keyedHash('token', token)],
    )
    const at = listen(token)
    await until(() => at.socket.connected)
    await until(() => !at.socket.connected, 1_600)
  })

  test('CHAT-02d CHAT-01 a pass that ends leaves the conversation readable, and its fan types and writes no more', async () => {
    await open(new Date(now().getTime() + 700))
    const [atFan, atCreator] = [await listenAs(fan, thread()), await listenAs(creator, thread())]
    atFan.socket.emit('typing', threadId)
    await until(() => kinds(atCreator).includes('typing'), 1_000)
    await pause(800)
    atCreator.notices.length = 0
    atFan.socket.emit('typing', threadId)
    await expect(write('without a pass', fan)).rejects.toThrow('not_permitted')
    await pause(200)
    expect(atCreator.notices).toEqual([])
    await write('an answer', creator)
    await until(() => kinds(atFan).includes('message'), 1_000)
  })
})

describe('rights that somebody ends', () => {
  test('CHAT-02d an erased session is closed within a second', async () => {
    const at = await listenAs(fan)
    await owner().query('delete from sessions where profile_id = $1', [fan.id])
    await until(() => !at.socket.connected, 1_000)
  })

  test('CHAT-02d whoever gets another role: the sessions of before are closed', async () => {
    const at = await listenAs(fan)
    await owner().query(`update profiles set user_type = 'admin' where id = $1`, [fan.id])
    await until(() => !at.socket.connected, 1_000)
  })

  test(
    'CHAT-02d nothing that is announced after the end of a session reaches it, however close',
    { timeout: 30_000 },
    async () => {
      await open()
      for (let nth = 0; nth < 12; nth += 1) {
        const token = await signIn(fan)
        const at = listen(token)
        await until(() => at.socket.connected)
        await at.join(thread())
        await endSession((await findPersonBySession(token))!.person.sessionId)
        const { seq } = await write(`after the end ${nth}`, creator)
        await until(() => !at.socket.connected, 1_000)
        await pause(20)
        expect(at.notices.filter((notice) => notice.seq === Number(seq))).toEqual([])
        at.socket.disconnect()
      }
    },
  )
})

describe('more than anybody needs', () => {
  test('CHAT-02d an account has twenty connections at once; another account connects meanwhile', async () => {
    const token = await signIn(fan)
    const many = Array.from({ length: 20 }, () => connect(server.port, token, { reconnection: false }))
    clients.push(...many)
    await until(() => many.every(({ socket }) => socket.connected))
    expect(await isTaken(server.port, token)).toBe(false)
    expect(await isTaken(server.port, await signIn(stranger))).toBe(true)
    many[0]!.socket.disconnect()
    await pause(100)
    expect(await isTaken(server.port, token)).toBe(true)
  })

  test('CHAT-02d of many questions for channels only some reach the database; what was joined before is heard', async () => {
    await open()
    const at = await listenAs(fan, thread())
    for (let nth = 0; nth < 22; nth += 1) await at.join(`thread:${newId()}`)
    // Not a refusal: a page asks again later.
    expect(await at.join(`presence:${creator.id}`)).toBeNull()
    expect(at.socket.connected).toBe(true)
    await write('heard', creator)
    await until(() => kinds(at).includes('message'), 1_000)
    // Another connection of the same account asks as before.
    await listenAs(fan, `presence:${creator.id}`)
  })

  test('CHAT-02e typing is told a few times, however often it is sent', async () => {
    await open()
    const [atFan, atCreator] = [await listenAs(fan, thread()), await listenAs(creator, thread())]
    for (let nth = 0; nth < 20; nth += 1) {
      atFan.socket.emit('typing', threadId)
      await pause(10)
    }
    await pause(300)
    const told = kinds(atCreator).filter((kind) => kind === 'typing').length
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(4)
    expect(atFan.socket.connected).toBe(true)
  })

  test('CHAT-02d a session from before documents changed, and one that is too old, connect no more', async () => {
    const [owed, old] = [await signIn(fan), await signIn(stranger)]
    await owner().query('alter table consents disable trigger user')
    await owner().query('delete from consents where profile_id = $1', [fan.id])
    await owner().query('alter table consents enable trigger user')
    await owner().query(
      `update sessions set created_at = $2::timestamptz, last_seen_at = app_now() where token_hash = $1`,
      [keyedHash('token', old), addMinutes(now(), -91 * 24 * 60)],
    )
    expect(await isTaken(server.port, owed)).toBe(false)
    expect(await isTaken(server.port, old)).toBe(false)
  })
})
