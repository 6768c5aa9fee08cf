import { expect, test } from 'vitest'
import { clockText, readThumbnails, reasonOfStatus, stopText, wayOn } from './player-texts.ts'

test('what stopped is said in words, with what can be done', () => {
  expect(stopText('ended', 'video')).toBe('Your access to this video has ended.')
  expect(stopText('gone', 'voice note')).toBe('This voice note is no longer here.')
  expect([403, 404, 429, 503, 200, 304].map(reasonOfStatus)).toEqual(['ended', 'gone', 'limit', 'lost', null, null])
  const reasons = ['ended', 'signed_out', 'gone', 'limit', 'lost', 'unplayable'] as const
  expect(reasons.map(wayOn)).toEqual(['reload', 'reload', null, 'retry', 'retry', null])
})

test('times are read and shown', () => {
  expect([0, 7.9, 754, 3_723, Number.NaN, Number.POSITIVE_INFINITY].map(clockText)).toEqual([
    '0:00',
    '0:07',
    '12:34',
    '1:02:03',
    '0:00',
    '0:00',
  ])
})

test('the track of thumbnails names a part of the picture for each time', () => {
  const track = `WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n/media/x/sprite.jpeg?k=1.a#xywh=0,0,160,90\n\n00:01:00.000 --> 01:00:02.500\n/media/x/sprite.jpeg?k=1.a#xywh=160,90,160,90\n`
  expect(readThumbnails(track)).toEqual([
    { from: 0, to: 2, src: '/media/x/sprite.jpeg?k=1.a', x: 0, y: 0, width: 160, height: 90 },
    { from: 60, to: 3_602.5, src: '/media/x/sprite.jpeg?k=1.a', x: 160, y: 90, width: 160, height: 90 },
  ])
})
