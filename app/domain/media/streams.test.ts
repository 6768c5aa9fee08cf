import { expect, test } from 'vitest'
import {
  beginningOf,
  masterPlaylist,
  partRange,
  rungPlaylist,
  rungsFor,
  spritePlan,
  type Stream,
  thumbnailTrack,
} from './streams.ts'

const STREAM: Stream = {
  rung: 'high',
  variant: 'a',
  width: 1_280,
  height: 720,
  codecs: 'avc1.4d401f,mp4a.40.2',
  byteSize: 1_600,
  initBytes: 100,
  segmentBytes: [500, 600, 400],
  segmentMs: [4_000, 4_000, 1_250],
  key: 'aa/medium/high-a-1.mp4',
}
const link = (file: string) => `/media/m/${file}?k=1`

test('MEDIA-01h the parts of a rung follow one another without a gap', () => {
  expect([partRange(STREAM, 'init'), ...[0, 1, 2, 3].map((part) => partRange(STREAM, part))]).toEqual([
    { from: 0, to: 99 },
    { from: 100, to: 599 },
    { from: 600, to: 1_199 },
    { from: 1_200, to: 1_599 },
    null,
  ])
})

test('MEDIA-02 the free beginning is the whole segments that hold so many seconds, at most half of the video', () => {
  const counts = (seconds: number, segmentMs: number[]) =>
    beginningOf({ ...STREAM, segmentMs, segmentBytes: segmentMs.map(() => 10) }, seconds)?.segmentBytes.length ?? 0
  const twenty = Array.from({ length: 20 }, () => 1_000)
  expect([5, 10, 30].map((seconds) => counts(seconds, twenty))).toEqual([5, 10, 10])
  expect(counts(5, [2_000, 2_000, 2_000, 2_000, 2_000])).toBe(2)
  // In segments of two seconds the promised five are there.
  expect(
    counts(
      5,
      Array.from({ length: 31 }, () => 2_000),
    ),
  ).toBe(3)
  // Not even the first segment fits: nothing is free.
  expect(counts(5, [8_000, 8_000])).toBe(0)
  expect(counts(5, [4_000])).toBe(0)
})

test('MEDIA-01h the playlist of a rung names each segment with its length, and no stored object', () => {
  const text = rungPlaylist(STREAM, link)
  expect(text).toContain('#EXT-X-MAP:URI="/media/m/high-init.mp4?k=1"')
  expect(text).toContain(
    '#EXTINF:4.000,\n/media/m/high-1.m4s?k=1\n#EXTINF:1.250,\n/media/m/high-2.m4s?k=1\n#EXT-X-ENDLIST',
  )
  expect(text).toContain('#EXT-X-TARGETDURATION:4')
  expect(text).not.toContain(STREAM.key)
})

test('MEDIA-01h the rungs are offered with what they need at most, the smallest first; variants are not offered', () => {
  const low: Stream = { ...STREAM, rung: 'low', width: 640, height: 360, segmentBytes: [50, 60, 40] }
  const lines = masterPlaylist([STREAM, { ...STREAM, variant: 'b' }, low], link).split('\n')
  expect(lines.slice(3)).toEqual([
    '#EXT-X-STREAM-INF:BANDWIDTH=256,RESOLUTION=640x360,CODECS="avc1.4d401f,mp4a.40.2"',
    '/media/m/low.m3u8?k=1',
    '#EXT-X-STREAM-INF:BANDWIDTH=2560,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"',
    '/media/m/high.m3u8?k=1',
    '',
  ])
})

test('MEDIA-01h a small video has one rung, any other two', () => {
  expect([rungsFor(320, 240), rungsFor(640, 360), rungsFor(720, 1_280), rungsFor(3_840, 2_160)]).toEqual([
    ['high'],
    ['high'],
    ['low', 'high'],
    ['low', 'high'],
  ])
})

test('MEDIA-01h thumbnails cover the whole video, however long', () => {
  for (const durationMs of [200, 1_999, 59_000, 61_500, 1_800_000, 3_600_000]) {
    const plan = spritePlan({ width: 1_280, height: 720, durationMs })
    expect(plan.count).toBeLessThanOrEqual(60)
    expect(plan.count * plan.everyMs).toBeGreaterThanOrEqual(durationMs)
    expect(plan.columns * plan.rows).toBeGreaterThanOrEqual(plan.count)
    expect(plan.rows * plan.height).toBeLessThan(2_000)
  }
  const track = thumbnailTrack(spritePlan({ width: 1_280, height: 720, durationMs: 5_000 }), 5_000, '/s.jpeg')
  expect(track.split('\n').slice(0, 6)).toEqual([
    'WEBVTT',
    '',
    '00:00:00.000 --> 00:00:02.000',
    '/s.jpeg#xywh=0,0,160,90',
    '',
    '00:00:02.000 --> 00:00:04.000',
  ])
  expect(track).toContain('00:00:04.000 --> 00:00:05.000\n/s.jpeg#xywh=320,0,160,90')
})
