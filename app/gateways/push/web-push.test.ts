import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openPushReceiver } from '#tests/support/push-receiver.ts'
import { PUSH_HOSTS } from './push-address.ts'
import { isPublicAddress, lookupPublic } from './public-lookup.server.ts'
import { publicNetwork, webPushSender } from './web-push.server.ts'

const CONTACT = 'mailto:hello@peach.example'
const KEY = randomBytes(32).toString('base64url')
const MESSAGE = { text: '{"text":"You have a new message"}', urgency: 'high', ttlSeconds: 86_400 } as const

let receiver: Awaited<ReturnType<typeof openPushReceiver>> | undefined
afterEach(() => receiver?.close())

async function opened() {
  receiver = await openPushReceiver()
  return { receiver, sender: webPushSender(KEY, CONTACT, receiver.network) }
}

test('NOTIFY-01b a push message decrypts with the keys of the browser, and says who sends it and how urgent it is', async () => {
  const { receiver, sender } = await opened()
  expect(await sender.send(receiver.subscription(), MESSAGE)).toEqual({ kind: 'sent' })
  const [{ headers, text }] = receiver.received as [(typeof receiver.received)[number]]
  expect(text).toBe(MESSAGE.text)
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(headers.authorization).toMatch(/^vapid t=.+, k=.+/)
  const [, claims] = headers.authorization!.split('.')
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({ sub: CONTACT })
})

test.each([
  [201, { kind: 'sent' }],
  [404, { kind: 'gone' }],
  [410, { kind: 'gone' }],
  [400, { kind: 'refused', reason: 'the push service answered 400' }],
  [413, { kind: 'refused', reason: 'the push service answered 413' }],
  [429, { kind: 'busy', reason: 'the push service answered 429' }],
  [503, { kind: 'busy', reason: 'the push service answered 503' }],
])('an answer of %d is an outcome', async (status, outcome) => {
  const { receiver, sender } = await opened()
  receiver.state.answer = (response) => response.writeHead(status).end('why')
  expect(await sender.send(receiver.subscription(), MESSAGE)).toEqual(outcome)
})

test('a redirect is not followed, and an answer without an end is not read', async () => {
  const { receiver, sender } = await opened()
  receiver.state.answer = (response) => response.writeHead(307, { location: '/push/elsewhere' }).end()
  expect(await sender.send(receiver.subscription(), MESSAGE)).toMatchObject({ kind: 'refused' })
  expect(receiver.received).toHaveLength(1)
  receiver.state.answer = (response) => {
    response.writeHead(201)
    const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
    more()
  }
  expect(await sender.send(receiver.subscription(), MESSAGE)).toEqual({ kind: 'sent' })
})

test('a service that cannot be reached is tried later, and a host that is not listed is never asked', async () => {
  const { receiver, sender } = await opened()
  receiver.close()
  expect(await sender.send(receiver.subscription(), MESSAGE)).toMatchObject({ kind: 'busy' })
  const real = webPushSender(KEY, CONTACT, publicNetwork(PUSH_HOSTS))
  expect(await real.send(receiver.subscription(), MESSAGE)).toMatchObject({ kind: 'refused' })
})

test.each([
  ['142.250.1.1', true],
  ['2a00:1450:4001::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['3fff::1', false],
  ['3fff:fff:ffff::1', false],
  ['3fff:1000::1', true],
  ['5f00::1', false],
  ['100::1', false],
  ['100:0:0:1::1', false],
  ['2001:db8::1', false],
  ['192.88.99.1', false],
  ['240.0.0.1', false],
  ['no address', false],
])('whether %s is a public address: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('a name that leads to this machine is not connected to', async () => {
  const error = await new Promise((resolve) => lookupPublic('localhost', {}, resolve))
  expect(error).toMatchObject({ message: 'the name leads to no public address' })
})
