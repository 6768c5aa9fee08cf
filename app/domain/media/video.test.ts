import { expect, test } from 'vitest'
import { readProbe, videoFailureText, videoRefusalText, videoTypeOf } from './video.ts'

const ftyp = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0`, 'latin1')

test('MEDIA-01 a video is recognised by its first bytes alone', () => {
  for (const brand of ['isom', 'mp42', 'mp41', 'qt  ', 'M4V ', '3gp4', '3gp5', 'avc1'])
    expect(videoTypeOf(ftyp(brand)), brand).toBe('mov')
  expect(videoTypeOf(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f]))).toBe('matroska')
})

test('MEDIA-01 a MOV without the box of its brand is a video, too', () => {
  for (const box of ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
    expect(videoTypeOf(Buffer.from(`\0\0\0\u0008${box}`, 'latin1')), box).toBe('mov')
})

test('MEDIA-01 playlists, scripts, pictures and AVI are no videos', () => {
  for (const message of [
    '#EXTM3U\n#EXT-X',
    'ffconcat version 1.0',
    'RIFF\0\0\0\0AVI LIST',
    '<smil/>',
    '',
    '\0\0\0\u0018ftyp',
  ])
    expect(videoTypeOf(Buffer.from(message, 'latin1')), message).toBeNull()
  for (const brand of ['heic', 'avif', 'mif1', 'crx ']) expect(videoTypeOf(ftyp(brand)), brand).toBeNull()
})

const LONGEST = 1_800
const probed = (stream: object, duration?: string) => JSON.stringify({ streams: [stream], format: { duration } })
const UNTOLD = { primaries: null, transfer: null, matrix: null, fullRange: false }
const picture = { codec_type: 'video', width: 1_280, height: 720 }

test('MEDIA-01 the prober’s output decides: length, size, and whether there is a picture', () => {
  expect(readProbe(probed(picture, '12.5'), LONGEST)).toEqual({
    ok: true,
    facts: { width: 1_280, height: 720, seconds: 12.5, rate: 25, colour: UNTOLD },
  })
  expect(readProbe(probed(picture), LONGEST)).toMatchObject({
    ok: true,
    facts: { width: 1_280, height: 720, seconds: 0 },
  })
  expect(readProbe(probed(picture, String(LONGEST + 2)), LONGEST)).toEqual({
    ok: false,
    failure: 'too_long',
  })
  expect(readProbe(probed({ ...picture, width: 16_384, height: 16_384 }, '1'), LONGEST)).toEqual({
    ok: false,
    failure: 'too_large',
  })
  expect(readProbe(probed({ codec_type: 'audio' }, '1'), LONGEST)).toEqual({ ok: false, failure: 'no_picture' })
  expect(readProbe(probed({ codec_type: 'video' }, '1'), LONGEST)).toEqual({ ok: false, failure: 'no_picture' })
  expect(readProbe('nonsense', LONGEST)).toEqual({ ok: false, failure: 'damaged' })
  expect(readProbe('{}', LONGEST)).toEqual({ ok: false, failure: 'no_picture' })
})

test.each([
  ['4K with 60 pictures a second, 7 minutes', 3_840, 2_160, '60/1', 420, null],
  ['4K with 60 pictures a second, 8 minutes', 3_840, 2_160, '60/1', 480, 450],
  ['4K with 30 pictures a second, 14 minutes', 3_840, 2_160, '30000/1001', 840, null],
  ['Full HD with 60 pictures a second, 30 minutes', 1_920, 1_080, '60/1', LONGEST, null],
  ['a slow motion of 240 pictures a second, 5 minutes', 1_920, 1_080, '240/1', 300, null],
  ['a stamp with 1,000 pictures a second, 30 minutes', 16, 16, '1000/1', LONGEST, 972],
])(
  'MEDIA-01 the work of a video is bounded by pixels, pictures and seconds: %s',
  (_, width, height, rate, seconds, most) => {
    const answer = readProbe(probed({ ...picture, width, height, avg_frame_rate: rate }, String(seconds)), LONGEST)
    if (most === null) expect(answer).toMatchObject({ ok: true })
    else expect(answer).toEqual({ ok: false, failure: 'too_demanding', maxSeconds: most })
  },
)

test('MEDIA-01 a video that is too much work says how long one like it may be', () => {
  expect(videoRefusalText({ kind: 'too_demanding', maxSeconds: 450 })).toBe(
    'With pictures this large and this many a second, a video may be at most 7 minutes long. Shorten it, or record it in Full HD (1080p) with 30 pictures a second.',
  )
})

test('MEDIA-01 every refusal has its own message', () => {
  const message = (['damaged', 'too_long', 'too_large', 'no_picture', 'gave_up'] as const).map(videoFailureText)
  message.push(videoRefusalText({ kind: 'not_a_video' }), videoRefusalText({ kind: 'video_is_off' }))
  expect(new Set(message).size).toBe(message.length)
})
