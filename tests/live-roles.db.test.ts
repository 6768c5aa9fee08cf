import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { setPresence } from '#app/domain/creators/set-presence.server.ts'
import { publish } from '#app/domain/events/publish.server.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { CHANNEL_KINDS } from '#app/platform/live.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'
import { makeWorld, type Role, ROLES, type World } from './authorization/world.ts'
import { useDatabase } from './support/database.ts'
import { connect, isTaken, type LiveClient, startLiveServer, until } from './support/live.ts'
import { deliverEvents } from './support/mails.ts'

/** Who is connected. The suspended have no session, and visitors none either. */
const CONNECTED = ROLES.filter((role) => role !== 'visitor' && role !== 'suspended')
/** Members with complete profiles. */
const MEMBERS = ['fan', 'pass', 'expired', 'creator', 'other', 'blocked'] as Role[]

/** Every kind of channel with who may listen, written by hand as expected.tsv is. {self}: the role's own account. */
const CHANNELS: { channel: string; who: readonly Role[] }[] = [
  { channel: 'account:{self}', who: CONNECTED },
  { channel: 'account:{fan}', who: ['fan'] },
  { channel: 'account:{creator}', who: ['creator'] },
  { channel: 'account:{owner}', who: ['owner'] },
  { channel: 'thread:{thread}', who: ['pass', 'creator'] },
  { channel: 'thread:{nobody}', who: [] },
  { channel: 'presence:{creator}', who: MEMBERS },
  { channel: 'presence:{fan}', who: [] },
]
const CANARY = 'canary-of-the-sockets-4711'

const { owner } = useDatabase({ max: 20 })
let server: Awaited<ReturnType<typeof startLiveServer>>
let world: World
const connected = new Map<Role, LiveClient>()
/** Everything that a socket received, as it came. */
const received = new Map<Role, string[]>()

beforeAll(async () => {
  server = await startLiveServer()
  world = await makeWorld(owner())
}, 60_000)
afterAll(async () => {
  for (const { socket } of connected.values()) socket.disconnect()
  await server.stop()
})

async function listen(role: Role): Promise<void> {
  const client = connect(server.port, await world.session(role), { reconnection: false })
  const frames: string[] = []
  client.socket.io.on('open', () => {
    client.socket.io.engine.on('packet', ({ data }: { data?: unknown }) => frames.push(String(data)))
  })
  connected.set(role, client)
  received.set(role, frames)
  await until(() => client.socket.connected)
}

const channelOf = (pattern: string, role: Role) =>
  pattern.replace(/\{(\w+)\}/, (_, name: string) => (name === 'self' ? world.ids[role]! : world.ids[name]!))

async function personOf(role: Role) {
  return (await findPersonBySession((await world.session(role))!))!.person
}

describe('every role at the live connection', { timeout: 60_000 }, () => {
  test('ROLE-01a CHAT-02d the list above has every kind of channel', () => {
    const kinds = CHANNELS.map(({ channel }) => channel.split(':')[0]!)
    expect([...new Set(kinds)].toSorted()).toEqual([...CHANNEL_KINDS].toSorted())
  })

  test('ROLE-01a CHAT-02d who is connected at all', async () => {
    const taken: Role[] = []
    for (const role of ROLES) if (await isTaken(server.port, await world.session(role))) taken.push(role)
    expect(taken).toEqual(CONNECTED)
  })

  test('ROLE-01a CHAT-02d staff without their second factor are not connected', async () => {
    for (const role of ['earnings', 'super', 'owner'] as const) {
      const token = (await world.session(role))!
      expect(await isTaken(server.port, token)).toBe(true)
      await owner().query('update sessions set mfa_at = null, factor_skipped_at = null where token_hash = $1', [
        keyedHash('token', token),
      ])
      expect([role, await isTaken(server.port, token)]).toEqual([role, false])
    }
  })

  test('ROLE-01a CHAT-02d each role hears exactly the channels of the list', async () => {
    for (const role of CONNECTED) await listen(role)
    const wrong: string[] = []
    for (const { channel, who } of CHANNELS)
      for (const role of CONNECTED) {
        const name = channelOf(channel, role)
        const joined = (await connected.get(role)!.join(name)).includes(name)
        if (joined !== who.includes(role)) wrong.push(`${role} ${joined ? 'hears' : 'does not hear'} ${channel}`)
      }
    expect(wrong).toEqual([])
  })

  test('CHAT-02d MEDIA-02a what every socket receives are notices: no text, no name, and nothing of others', async () => {
    const creator = await personOf('creator')
    const sent = await sendMessage(creator, {
      to: { threadId: world.ids.thread! },
      text: CANARY,
      clientId: newId(),
      shownMinor: null,
      confirmed: false,
    })
    expect(sent.ok).toBe(true)
    await markRead(await personOf('pass'), world.ids.thread!, 2n)
    await setPresence(creator, true)
    await inTransaction((tx) =>
      publish(tx, {
        event: 'export_made',
        actorId: null,
        objectId: newId(),
        payload: { person: { id: world.ids.fan! }, until: CANARY },
      }),
    )
    await deliverEvents()
    await until(() => connected.get('fan')!.notices.some(({ kind }) => kind === 'bell'), 3_000)
    await pause(200)

    const heard = CONNECTED.map((role) => {
      const notices = connected.get(role)!.notices.map(({ channel, kind }) => `${world.named(channel)} ${kind}`)
      return [role, [...new Set(notices)].toSorted()]
    })
    const presence = 'presence:{creator} presence'
    const inThread = ['thread:{thread} message', 'thread:{thread} read']
    expect(Object.fromEntries(heard)).toEqual({
      ...Object.fromEntries(CONNECTED.map((role) => [role, MEMBERS.includes(role) ? [presence] : []])),
      fan: ['account:{fan} bell', presence],
      pass: ['account:{pass} chats', presence, ...inThread],
      creator: ['account:{creator} chats', presence, ...inThread],
    })
    const secret = new RegExp([CANARY, world.ids.mark, 'The [a-z]+', '@'].join('|'))
    for (const [role, frames] of received) {
      expect([role, frames.filter((frame) => secret.test(frame))]).toEqual([role, []])
      // Nothing but the handshake, the answers to joining, and notices of five known fields.
      for (const frame of frames.filter((one) => one.startsWith('2')))
        expect(frame).toMatch(/^2\["(notice",\{("(channel|kind|by)":"[\w:-]+",?|"seq":\d+,?)+\}|sync")\]$/)
    }
    expect([...received.values()].flat().filter((frame) => frame.includes('notice')).length).toBeGreaterThan(10)
  })
})
