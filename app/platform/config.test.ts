import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { readConfig } from './config.server.ts'

const LIVE = {
  DEMO: '0',
  BASE_URL: 'https://peach.example',
  APP_SECRET: 'a'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Peach <hello@peach.example>',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK-live-X',
  FLUTTERWAVE_WEBHOOK_HASH: 'a hash',
  FLUTTERWAVE_ACCOUNT_ID: '1',
  OWNER_EMAIL: 'owner@peach.example',
  OWNER_SECRET_KEY: 'k'.repeat(24),
}

it('outside the demo every secret is required by name, and none appears in a message', () => {
  expect(readConfig(LIVE).demo).toBe(false)
  for (const name of Object.keys(LIVE).filter((name) => name !== 'DEMO'))
    expect(() => readConfig({ ...LIVE, [name]: undefined }), name).toThrow(new RegExp(`^${name} is missing`))
  const wrong = { ...LIVE, FLUTTERWAVE_BASE_URL: 'http://evil.example/v3' }
  expect(() => readConfig(wrong)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('FLWSECK-live') }),
  )
})

it('a key that may move money is sent only to the official address, encrypted', () => {
  for (const key of ['FLWSECK-live-X', 'something-new'])
    for (const url of [
      'http://api.flutterwave.com/v3',
      'https://api.flutterwave.com.evil.example/v3',
      'http://localhost:3001/v3',
    ])
      expect(
        () => readConfig({ ...LIVE, FLUTTERWAVE_SECRET_KEY: key, FLUTTERWAVE_BASE_URL: url }),
        `${key} ${url}`,
      ).toThrow(/official address/)
  expect(readConfig({ ...LIVE, FLUTTERWAVE_BASE_URL: 'https://api.flutterwave.com/v3' }).gateway?.baseUrl).toBe(
    'https://api.flutterwave.com/v3',
  )
})

it('the demo never runs with a live key, and is off wherever a real service is configured', () => {
  expect(() => readConfig({ ...LIVE, DEMO: '1' })).toThrow(/never runs with a live key/)
  expect(readConfig({}).demo).toBe(true)
  expect(() => readConfig({ DATABASE_URL: 'postgres://somewhere/peach' })).toThrow(/is missing/)
})

it.each<[string, Record<string, string>, true | false | RegExp]>([
  ['nothing set', {}, true],
  ['another loopback address', { HOST: '127.0.0.2', BASE_URL: 'http://localhost:3000' }, true],
  ['the loopback of version 6', { HOST: '::1', BASE_URL: 'http://[::1]:3000' }, true],
  ['all addresses of the machine', { HOST: '0.0.0.0' }, /^DEMO is missing: HOST is open .*DEMO=0 .*DEMO=1/],
  ['all addresses of version 6', { HOST: '::' }, /^DEMO is missing: HOST/],
  ['an address of the machine', { HOST: '10.0.0.5' }, /^DEMO is missing: HOST/],
  ['a name that begins like loopback', { HOST: '127.0.0.1.evil.example' }, /^DEMO is missing: HOST/],
  ['a public address behind a proxy', { BASE_URL: 'https://peach.example' }, /^DEMO is missing: BASE_URL/],
  ['a public name that begins like this machine’s', { BASE_URL: 'http://localhost.evil.example' }, /^DEMO is missing/],
  ['set, on all addresses', { HOST: '0.0.0.0', BASE_URL: 'https://peach.example', DEMO: '1' }, true],
  ['a database', { DATABASE_URL: 'postgres://somewhere/peach' }, /^BASE_URL is missing: it is needed while DEMO is 0/],
  ['a key', { FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-X' }, /^BASE_URL is missing/],
  ['set, with a database', { DATABASE_URL: 'postgres://somewhere/peach', DEMO: '1' }, true],
])('the demo is the default only on this machine alone: %s', (_, environment, expected) => {
  if (expected instanceof RegExp) expect(() => readConfig(environment)).toThrow(expected)
  else expect(readConfig(environment).demo).toBe(expected)
})

it('OWNER-01 the owner\u2019s key is long wherever money is real, and may be shorter in the demo', () => {
  expect(() => readConfig({ ...LIVE, OWNER_SECRET_KEY: 'k'.repeat(23) })).toThrow(/^OWNER_SECRET_KEY is wrong/)
  expect(() => readConfig({ ...LIVE, OWNER_EMAIL: 'nobody' })).toThrow(/^OWNER_EMAIL is wrong/)
  expect(readConfig({ OWNER_SECRET_KEY: ' twelve signs ' }).owner).toEqual({ email: null, secretKey: 'twelve signs' })
})

it('each of several application secrets is long', () => {
  const long = 'b'.repeat(40)
  expect(readConfig({ ...LIVE, APP_SECRET: `${long},${LIVE.APP_SECRET}` }).appSecret).toContain(',')
  for (const secret of ['short', `${long},`, `,${long}`, `${long},short`])
    expect(() => readConfig({ ...LIVE, APP_SECRET: secret }), secret).toThrow(/APP_SECRET is wrong/)
})

it('outside the demo the public address is encrypted, or names this machine', () => {
  for (const baseUrl of ['http://peach.example', 'http://10.0.0.5', 'http://localhost.evil.example'])
    expect(() => readConfig({ ...LIVE, BASE_URL: baseUrl }), baseUrl).toThrow(
      /^BASE_URL is wrong: it must begin with https/,
    )
  for (const baseUrl of [
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://peach.example',
  ])
    expect(readConfig({ ...LIVE, BASE_URL: baseUrl }).baseUrl).toBe(baseUrl)
})

it('a log level that does not exist is refused by name, with the valid ones', () => {
  expect(() => readConfig({ ...LIVE, LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL/)
  expect(() => readConfig({ ...LIVE, LOG_LEVEL: 'debug' })).not.toThrow()
})

it('what can be switched off is named; another name is refused with the valid ones', () => {
  expect([...readConfig({ ...LIVE, UNSAFE_OFF: 'kept-tick, heap-growth' }).unsafeOff]).toEqual([
    'kept-tick',
    'heap-growth',
  ])
  expect(() => readConfig({ ...LIVE, UNSAFE_OFF: 'everything' })).toThrow(
    /^UNSAFE_OFF is wrong: it lists names of short-/,
  )
})

it('so many processes serve the port as the machine has processors, four at most', () => {
  expect(readConfig({}).webProcesses).toBe(Math.min(availableParallelism(), 4))
  expect(readConfig({ WEB_PROCESSES: '3' }).webProcesses).toBe(3)
  for (const wrong of ['0', '5', '1.5', 'all'])
    expect(() => readConfig({ WEB_PROCESSES: wrong }), wrong).toThrow(/^WEB_PROCESSES is wrong/)
})

it('the two keys of push messages are set together, and hosts of push services are names', () => {
  const VAPID_PUBLIC_KEY = 'B'.repeat(87)
  const VAPID_PRIVATE_KEY = 'k'.repeat(43)
  expect(readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid).toEqual({
    publicKey: VAPID_PUBLIC_KEY,
    privateKey: VAPID_PRIVATE_KEY,
  })
  expect(() => readConfig({ VAPID_PUBLIC_KEY })).toThrow(/set together/)
  expect(() => readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: 'short' })).toThrow(/^VAPID_PRIVATE_KEY is wrong/)
  expect(readConfig({ PUSH_HOSTS: 'push.one.example,two.example' }).pushHosts).toEqual([
    'push.one.example',
    'two.example',
  ])
  expect(() => readConfig({ PUSH_HOSTS: 'https://push.example/' })).toThrow(/^PUSH_HOSTS is wrong/)
})

it('REDIS_URL is optional, and an address of Redis', () => {
  expect(readConfig({}).redisUrl).toBeNull()
  expect(readConfig({ REDIS_URL: 'rediss://cache.internal:6380' }).redisUrl).toBe('rediss://cache.internal:6380')
  expect(() => readConfig({ REDIS_URL: 'https://cache.internal' })).toThrow(/^REDIS_URL is wrong/)
})
