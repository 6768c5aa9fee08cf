import { expect, test } from 'vitest'
import { readProbe, videoFailureText, videoRefusalText, videoTypeOf } from './video.ts'

const ftyp = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0`, 'latin1')

test('MEDIA-01 a video is recognised by its first bytes alone', () => {
  for (const brand of ['isom', 'mp42', 'mp41', 'qt  ', 'M4V ', '3gp4', '3gp5', 'avc1'])
    expect(videoTypeOf(ftyp(brand)), brand).toBe('mov')
  expect(videoTypeOf(Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f]))).toBe('matroska')
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
const picture = { codec_type: 'video', width: 1_280, height: 720 }

test('MEDIA-01 the prober’s output decides: length, size, and whether there is a picture', () => {
  expect(readProbe(probed(picture, '12.5'), LONGEST)).toEqual({
    ok: true,
    facts: { width: 1_280, height: 720, seconds: 12.5 },
  })
  expect(readProbe(probed(picture), LONGEST)).toEqual({ ok: true, facts: { width: 1_280, height: 720, seconds: 0 } })
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

test('MEDIA-01 every refusal has its own message', () => {
  const message = (['damaged', 'too_long', 'too_large', 'no_picture', 'gave_up'] as const).map(videoFailureText)
  message.push(videoRefusalText({ kind: 'not_a_video' }), videoRefusalText({ kind: 'video_is_off' }))
  expect(new Set(message).size).toBe(message.length)
})
