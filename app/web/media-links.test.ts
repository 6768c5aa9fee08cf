import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { checkMediaKey, checkPictureKey } from '#app/domain/media/media-keys.server.ts'
import type { Actor } from '#app/domain/identity/actor.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { mediaKeysFor } from './media-links.server.ts'

const MEDIUM = '01a206e7-0000-7000-8000-00000000000a'
const AT = new Date('2026-11-23T10:03:20Z')
const viewer = (sessionId: string) => ({ sessionId }) as Actor
const keyIn = (end: string) => end.slice('?k='.length)

beforeAll(() => useSecrets(['a secret that is long enough to be one']))
afterEach(() => void vi.useRealTimers())

test('MEDIA-02d keys that are kept for a session are of that session and of the present minutes', () => {
  vi.useFakeTimers({ now: AT })
  for (const session of ['one', 'other', 'one']) {
    const keyOf = mediaKeysFor(viewer(session))
    const stream = keyIn(keyOf(MEDIUM, 'watch'))
    const picture = keyIn(keyOf(MEDIUM, 'w640.webp'))
    expect(checkMediaKey(stream, session, MEDIUM, AT)).toBe('valid')
    expect(checkPictureKey(picture, session, MEDIUM, AT)).toBe(true)
    const stranger = session === 'one' ? 'other' : 'one'
    expect(checkMediaKey(stream, stranger, MEDIUM, AT)).toBe('foreign')
    expect(checkPictureKey(picture, stranger, MEDIUM, AT)).toBe(false)
  }
  const early = keyIn(mediaKeysFor(viewer('one'))(MEDIUM, 'watch'))
  vi.setSystemTime(AT.getTime() + 11 * 60_000)
  const late = keyIn(mediaKeysFor(viewer('one'))(MEDIUM, 'watch'))
  expect(checkMediaKey(early, 'one', MEDIUM, new Date())).toBe('ended')
  expect(checkMediaKey(late, 'one', MEDIUM, new Date())).toBe('valid')
})

test('MEDIA-02d of many sessions and media each gets its own key, also once the first are forgotten', () => {
  vi.useFakeTimers({ now: AT })
  for (let nth = 0; nth < 1_200; nth += 1) {
    const session = `session ${nth % 600}`
    const medium = `medium ${nth}`
    expect(checkMediaKey(keyIn(mediaKeysFor(viewer(session))(medium, 'watch')), session, medium, AT)).toBe('valid')
  }
  const keyOf = mediaKeysFor(viewer('one'))
  for (let nth = 0; nth < 500; nth += 1)
    expect(checkMediaKey(keyIn(keyOf(`medium ${nth}`, 'watch')), 'one', `medium ${nth}`, AT)).toBe('valid')
})
