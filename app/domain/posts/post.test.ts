import { expect, test } from 'vitest'
import { expiryOf, hoursLeft, kindOfPost, type PostMedium, topicsLine, typeLine } from './post.ts'

const photo: PostMedium = { kind: 'photo', durationMs: null }
const video: PostMedium = { kind: 'video', durationMs: 42_000 }
const voice: PostMedium = { kind: 'voice', durationMs: 41_000 }

test.each([
  ['photo', [photo], 'Photo'],
  ['photo', [photo, photo], 'Photo set, 2 photos'],
  ['photo', [photo, photo, video], '2 photos, 1 video'],
  ['video', [video, photo], '1 photo, 1 video'],
  ['video', [video], 'Video, 0:42'],
  ['video', [video, video], '2 videos'],
  ['voice', [voice], 'Voice, 0:41'],
  ['voice', [voice, photo], '1 photo, 1 voice note'],
  ['story', [photo], 'Story'],
  ['text', [], 'Text'],
] as const)('PROF-07a a %s of %o is described as %s', (kind, media, line) => {
  expect(typeLine(kind, media, false)).toBe(line)
})

test('PROF-07a a mixed set has the kind of its first medium, and text alone is a post of its own kind', () => {
  expect(kindOfPost([video, photo], false)).toBe('video')
  expect(kindOfPost([photo, video], false)).toBe('photo')
  expect(kindOfPost([], false)).toBe('text')
  expect(kindOfPost([photo], true)).toBe('story')
})

test('PROF-07d a story expires a day after it was published, and nothing else does', () => {
  const at = new Date('2026-11-23T09:00:00Z')
  expect(expiryOf('story', at)).toEqual(new Date('2026-11-24T09:00:00Z'))
  expect(expiryOf('photo', at)).toBeNull()
  expect(hoursLeft(expiryOf('story', at), at)).toBe(24)
})

test('PROF-07i a post without media is a text, or a poll', () => {
  expect([false, true].map((hasPoll) => typeLine('text', [], hasPoll))).toEqual(['Text', 'Poll'])
})

test('DASH-03a what a post is about: its category, then its tags', () => {
  expect(topicsLine({ category: 'behind_the_scenes', tags: ['dance', 'kampala'] })).toBe(
    'Behind the scenes #dance #kampala',
  )
  expect(topicsLine({ category: null, tags: [] })).toBe('')
})
