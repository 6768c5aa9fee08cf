import { beforeAll, expect, test } from 'vitest'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { checkMediaKey, checkPictureKey, KEY_MINUTES, signMedia, signPicture } from './media-keys.server.ts'

const SESSION = '01a206e7-0000-7000-8000-000000000001'
const MEDIUM = '01a206e7-0000-7000-8000-00000000000a'
const AT = new Date('2026-11-23T10:03:20Z')
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)
const secret = (text: string) => `${text} secret that is long enough to be one`

beforeAll(() => useSecrets([secret('a')]))

test('MEDIA-02d a key is valid for five minutes at least and ten at most', () => {
  for (let second = 0; second < 600; second += 7) {
    const at = new Date(AT.getTime() + second * 1_000)
    const key = signMedia(SESSION, MEDIUM, at)
    const after = (minutes: number) => checkMediaKey(key, SESSION, MEDIUM, new Date(at.getTime() + minutes * 60_000))
    expect([after(0), after(4.99), after(KEY_MINUTES)]).toEqual(['valid', 'valid', 'ended'])
  }
})

test('MEDIA-02d a page that stays open may use its keys for hours, and no longer', () => {
  const key = signMedia(SESSION, MEDIUM, AT)
  expect(checkMediaKey(key, SESSION, MEDIUM, later(11 * 60))).toBe('ended')
  expect(checkMediaKey(key, SESSION, MEDIUM, later(13 * 60))).toBe('foreign')
})

test('MEDIA-02c a key of another session or medium, an altered one and none are foreign', () => {
  const key = signMedia(SESSION, MEDIUM, AT)
  const other = MEDIUM.replace(/a$/, 'b')
  expect(checkMediaKey(key, SESSION.replace(/1$/, '2'), MEDIUM, AT)).toBe('foreign')
  expect(checkMediaKey(key, SESSION, other, AT)).toBe('foreign')
  const [step, mac] = key.split('.') as [string, string]
  const next = (Number.parseInt(step, 36) + 1).toString(36)
  const flipped = `${mac[0] === 'A' ? 'B' : 'A'}${mac.slice(1)}`
  for (const wrong of [null, '', 'x', `${next}.${mac}`, `${step}.${flipped}`, `${key}A`, `${step}.`, mac, `-1.${mac}`])
    expect(checkMediaKey(wrong, SESSION, MEDIUM, AT), String(wrong)).toBe('foreign')
})

test('MEDIA-02d a key from the future is foreign', () => {
  expect(checkMediaKey(signMedia(SESSION, MEDIUM, later(30)), SESSION, MEDIUM, AT)).toBe('foreign')
})

test('after a rotation of the secret, the keys of pages that are open still work', () => {
  const key = signMedia(SESSION, MEDIUM, AT)
  useSecrets([secret('b'), secret('a')])
  expect(checkMediaKey(key, SESSION, MEDIUM, AT)).toBe('valid')
  useSecrets([secret('b')])
  expect(checkMediaKey(key, SESSION, MEDIUM, AT)).toBe('foreign')
  useSecrets([secret('a')])
})

test('MEDIA-02c the key of a picture is the same for a day of Kampala, and of one session and medium alone', () => {
  const morning = new Date('2026-11-22T21:00:00Z')
  const night = new Date('2026-11-23T20:59:59Z')
  const key = signPicture(SESSION, MEDIUM, morning)
  expect(signPicture(SESSION, MEDIUM, night)).toBe(key)
  expect(signPicture(SESSION, MEDIUM, new Date('2026-11-23T21:00:00Z'))).not.toBe(key)
  const check = (at: string) => checkPictureKey(key, SESSION, MEDIUM, new Date(at))
  expect([check('2026-11-23T20:59:59Z'), check('2026-11-24T08:59:59Z'), check('2026-11-24T09:00:01Z')]).toEqual([
    true,
    true,
    false,
  ])
  expect(checkPictureKey(key, SESSION, MEDIUM, new Date('2026-11-22T20:00:00Z'))).toBe(false)
  expect(checkPictureKey(key, SESSION.replace(/1$/, '2'), MEDIUM, AT)).toBe(false)
  expect(checkPictureKey(key, SESSION, MEDIUM.replace(/a$/, 'b'), AT)).toBe(false)
  // It opens pictures alone: everything else needs the other kind.
  expect(checkMediaKey(key, SESSION, MEDIUM, AT)).toBe('foreign')
  for (const wrong of [null, '', 'd', `${key}A`, key.slice(1), signMedia(SESSION, MEDIUM, AT)])
    expect(checkPictureKey(wrong, SESSION, MEDIUM, AT), String(wrong)).toBe(false)
})
