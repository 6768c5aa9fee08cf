import { describe, expect, test } from 'vitest'
import { standardSettings } from '#app/domain/settings/catalogue.ts'
import { fileLimitsOf } from './limits.ts'
import { nearestRendition, validatePhoto, photoTypeOf, plannedRenditions, storageKey, requestedFile } from './media.ts'
import { readRange } from './range.ts'

const LIMITS = fileLimitsOf(standardSettings(false))

test('MEDIA-02 a media URL is parsed or refused, never guessed', () => {
  expect(requestedFile('w320.avif')).toEqual({ kind: 'rendition', spec: { width: 320, format: 'avif' } })
  expect(requestedFile('preview')).toEqual({ kind: 'preview' })
  for (const text of [
    'w0.avif',
    'w320.svg',
    'w320',
    '../original',
    'original.jpeg',
    'W320.avif',
    'w99999.webp',
    '',
    'w320.avif.data',
  ]) {
    expect(requestedFile(text)).toBeNull()
  }
})

test('MEDIA-01 renditions are planned no wider than the picture, but always at least one of each format', () => {
  expect(plannedRenditions('post', 700).map((spec) => `${spec.width}.${spec.format}`)).toEqual([
    '320.avif',
    '320.webp',
    '640.avif',
    '640.webp',
    '640.jpeg',
  ])
  expect(plannedRenditions('post', 100).map((spec) => `${spec.width}.${spec.format}`)).toEqual([
    '320.avif',
    '320.webp',
    '320.jpeg',
  ])
  expect(plannedRenditions('share', 1_200)).toEqual([{ width: 1_200, format: 'jpeg' }])
})

test('the nearest size that every browser reads replaces one that does not exist yet', () => {
  const made = [
    { width: 160, format: 'webp' as const },
    { width: 320, format: 'webp' as const },
    { width: 640, format: 'avif' as const },
  ]
  expect(nearestRendition({ width: 480, format: 'webp' }, made)).toBe(made[1])
  expect(nearestRendition({ width: 480, format: 'avif' }, made)).toBe(made[2])
  expect(nearestRendition({ width: 480, format: 'jpeg' }, made)).toBe(made[1])
  expect(nearestRendition({ width: 480, format: 'jpeg' }, [made[2]!])).toBeNull()
})

test('MEDIA-01 a file’s type is read from its bytes', () => {
  expect(photoTypeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('jpeg')
  expect(photoTypeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('webp')
  expect(photoTypeOf(Buffer.from('\0\0\0\u0020ftypavif'))).toBe('avif')
  expect(photoTypeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  expect(validatePhoto(Buffer.from('<?xml version="1.0"?><svg/>'), 'avatar', LIMITS)).toEqual({
    kind: 'not_a_picture',
    is: null,
  })
  expect(validatePhoto(new Uint8Array(10_000_001), 'avatar', LIMITS)).toEqual({
    kind: 'too_heavy',
    maxBytes: 10_000_000,
  })
})

test('storage keys are spread by the random end of the id', () => {
  expect(storageKey('01a1fc22-750e-7a97-b0a4-5d7dd133664b', 'original.jpeg')).toBe(
    '4b/01a1fc22-750e-7a97-b0a4-5d7dd133664b/original.jpeg',
  )
})

describe('MEDIA-02 ranges', () => {
  test.each([
    ['bytes=0-99', { kind: 'part', range: { from: 0, to: 99 } }],
    ['bytes=900-', { kind: 'part', range: { from: 900, to: 999 } }],
    ['bytes=-100', { kind: 'part', range: { from: 900, to: 999 } }],
    ['bytes=-5000', { kind: 'part', range: { from: 0, to: 999 } }],
    ['bytes=990-5000', { kind: 'part', range: { from: 990, to: 999 } }],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-2', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['lines=0-1', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    [null, { kind: 'whole' }],
  ] as const)('%s of 1000 bytes', (header, expected) => {
    expect(readRange(header, 1_000)).toEqual(expected)
  })
})
