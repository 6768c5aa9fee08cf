import sharp from 'sharp'
import { expect, test } from 'vitest'
import { knownFileOf, wrongFileText } from './known-files.ts'
import { photoTypeOf } from './media.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const two = async (): Promise<Buffer> =>
  sharp(
    await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )
    .webp()
    .toBuffer()

/** The chunk of animation in front of the picture. */
async function animatedPng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  return Buffer.concat([png.subarray(0, 33), bytes('\0\0\0\u0008acTL\0\0\0\u0002\0\0\0\0\0\0\0\0'), png.subarray(33)])
}

test('MEDIA-01 a moving picture is told by its name and never becomes a still without a word', async () => {
  const moving: [string, Buffer][] = [
    ['a GIF', bytes('GIF89a\u0001\0\u0001\0\0\0\0;')],
    ['an animated WebP', await two()],
    ['an animated PNG', await animatedPng()],
    ['an animated AVIF', bytes('\0\0\0\u0020ftypavis')],
  ]
  for (const [called, file] of moving) {
    expect(photoTypeOf(file), called).toBeNull()
    expect(knownFileOf(file)).toEqual({ called, kind: 'moving' })
    expect(wrongFileText('photo', knownFileOf(file))).toBe(
      `This is ${called}. A moving picture can’t be used as a photo: choose a JPEG or PNG, or save it as an MP4 video.`,
    )
    expect(wrongFileText('video', knownFileOf(file))).toBe(`This is ${called}. Save it as MP4, then choose it again.`)
  }
})

test.each([
  [
    'photo',
    '\0\0\0\u0018ftypheic',
    'HEIC photos can’t be used yet. Save it as JPEG, or set your camera to “Most compatible”.',
  ],
  ['photo', '\0\0\0\u0018ftypisom', 'This is a video. Choose a JPEG, PNG, WebP or AVIF picture.'],
  ['photo', 'II*\0', 'This is a TIFF or RAW picture. Save it as JPEG, then choose it again.'],
  ['photo', '%PDF-1.7', 'This is a PDF. Choose a JPEG, PNG, WebP or AVIF picture.'],
  ['photo', '<svg>', 'This is not a photo we can use. Choose a JPEG, PNG, WebP or AVIF picture.'],
  ['video', 'RIFF\0\0\0\0AVI LIST', 'This is an AVI video. Save it as MP4, then choose it again.'],
  ['video', 'FLV\u0001', 'This is a Flash video. Save it as MP4, then choose it again.'],
  ['video', '\0\0\0\u001cftypM4A ', 'This is a sound. Choose an MP4, MOV or WebM video.'],
  ['video', '\u00ff\u00d8\u00ff', 'This is a photo. Choose an MP4, MOV or WebM video.'],
  ['video', '#EXTM3U', 'This is not a video we can use. Choose an MP4, MOV or WebM video.'],
  ['voice', 'MThd', 'This is a MIDI file. Save it as M4A or MP3, then choose it again.'],
  [
    'voice',
    'PK\u0003\u0004',
    'This is a ZIP file or a document. Record it here, or choose an M4A, MP3, OGG, WebM or WAV file.',
  ],
  ['voice', '', 'This is not a sound we can use. Record it here, or choose an M4A, MP3, OGG, WebM or WAV file.'],
] as const)(
  'MEDIA-01 a file chosen as a %s that begins with %j is told what it is and what to do',
  (wanted, start, text) => {
    expect(wrongFileText(wanted, knownFileOf(bytes(start)))).toBe(text)
  },
)
