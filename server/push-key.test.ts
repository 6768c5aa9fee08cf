import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publicKeyOf } from '#app/gateways/push/web-push.server.ts'
import { pushKeyOf } from './push-key.ts'

const path = mkdtempSync(join(tmpdir(), 'push-key-'))

test('with the embedded database the key of push messages is made once; with another one it must be configured', () => {
  const made = pushKeyOf({ vapid: null, databaseUrl: null }, { path })!
  expect(publicKeyOf(made)).toHaveLength(87)
  expect(pushKeyOf({ vapid: null, databaseUrl: null }, { path })).toBe(made)
  expect(pushKeyOf({ vapid: null, databaseUrl: 'postgres://elsewhere' }, { path })).toBeNull()
})

test('a configured pair of keys must belong together', () => {
  const privateKey = 'k'.repeat(43)
  const right = { publicKey: publicKeyOf(privateKey), privateKey }
  expect(pushKeyOf({ vapid: right, databaseUrl: null }, { path })).toBe(privateKey)
  const wrong = { ...right, publicKey: publicKeyOf('m'.repeat(43)) }
  expect(() => pushKeyOf({ vapid: wrong, databaseUrl: null }, { path })).toThrow(/^VAPID_PUBLIC_KEY is wrong/)
})
