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

it('outside the demo every secret is asked for by name, and none is said aloud', () => {
  expect(readConfig(LIVE).demo).toBe(false)
  for (const name of Object.keys(LIVE).filter((name) => name !== 'DEMO'))
    expect(() => readConfig({ ...LIVE, [name]: undefined }), name).toThrow(new RegExp(`^${name} is missing`))
  const wrong = { ...LIVE, FLUTTERWAVE_BASE_URL: 'http://evil.example/v3' }
  expect(() => readConfig(wrong)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('FLWSECK-live') }),
  )
})

it('a key that may move money goes to the official address alone, encrypted', () => {
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

it('the demo never runs with a live key, and is off wherever a real part is named', () => {
  expect(() => readConfig({ ...LIVE, DEMO: '1' })).toThrow(/never runs with a live key/)
  expect(readConfig({}).demo).toBe(true)
  expect(() => readConfig({ DATABASE_URL: 'postgres://somewhere/peach' })).toThrow(/is missing/)
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
