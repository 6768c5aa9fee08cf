import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '#app/domain/identity/actor.ts'
import { storeUploadedFile } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { db } from '#app/platform/db.server.ts'
import { makeCreator, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'
import { encodeVoice } from './encode-voice.server.ts'
import { transcodeVideo } from './transcode-video.server.ts'
import { videoToolsMissing } from './video-tools.server.ts'

vi.setConfig({ testTimeout: 180_000 })
const withTools = test.skipIf((await videoToolsMissing()) !== null)

useDatabase()
const store = useMediaFolder()
useSpoolFolder()
const folder = mkdtempSync(join(tmpdir(), 'peach-phone-videos-'))
let creator: Person
beforeAll(async () => {
  creator = await makeCreator()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function make(name: string, options: string[]): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, path])
  return readFileSync(path)
}

async function prepared(kind: 'video' | 'voice', bytes: Buffer): Promise<string> {
  const uploadId = await makeUpload(creator, kind === 'video' ? 'post_video' : 'post_voice', bytes, 'phone')
  const stored = await storeUploadedFile(creator.id, { kind, uploadId })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  await (kind === 'video' ? transcodeVideo(mediaId) : encodeVoice(mediaId))
  const { state } = await db.selectFrom('media').select('state').where('id', '=', mediaId).executeTakeFirstOrThrow()
  expect(state).toBe('ready')
  return mediaId
}

async function fileOf(mediaId: string, format: 'mp4' | 'jpeg'): Promise<string> {
  const { storage_key } = await db
    .selectFrom('media_renditions')
    .select('storage_key')
    .where('media_id', '=', mediaId)
    .where('format', '=', format)
    .executeTakeFirstOrThrow()
  return join(store(), storage_key)
}

const probe = (path: string, entries: string): string =>
  execFileSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path], {
    encoding: 'utf8',
  }).trim()

/** Two halves in 10 bits: an 18 % grey, and a white page. */
function halves(name: string, white: number, colours: string): Buffer {
  const picture = `nullsrc=size=320x240:duration=0.5:rate=15,format=yuv420p10le,geq=lum='if(lt(X,160),397,${white})':cb=512:cr=512`
  // prettier-ignore
  return make(name, ['-f', 'lavfi', '-i', picture, '-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-x265-params', `log-level=none:${colours}`])
}

/** The brightness of both halves of the first picture, of 16 (black) to 235 (white). */
function brightness(path: string): [grey: number, white: number] {
  const [width, height] = probe(path, 'stream=width,height').split(',').map(Number) as [number, number]
  const frame = execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-pix_fmt',
    'yuv420p',
    '-f',
    'rawvideo',
    '-',
  ])
  const middle = (height >> 1) * width
  return [frame[middle + (width >> 2)]!, frame[middle + (width >> 2) * 3]!]
}

// What the same scene is in an ordinary video (ITU-R BT.2408): 42.5 % for the grey, 100 % for the white.
const GREY = 109
const WHITE = 235
/** A white page gives up some of its brightness to what shines. */
const TOLERANCE = { grey: 5, white: 25 }

withTools.each([
  ['HLG, as phones record it', 721, 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
  ['PQ (HDR10)', 572, 'hdr10=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc'],
])(
  'MEDIA-01g high dynamic range becomes as bright as an ordinary video, stream and poster: %s',
  async (_, white, colours) => {
    const mediaId = await prepared('video', halves('range.mov', white, colours))
    const stream = await fileOf(mediaId, 'mp4')
    expect(probe(stream, 'stream=pix_fmt,color_range,color_space,color_transfer,color_primaries').split('\n')[0]).toBe(
      'yuv420p,tv,bt709,bt709,bt709',
    )
    const [grey, bright] = brightness(stream)
    expect(Math.abs(grey - GREY)).toBeLessThanOrEqual(TOLERANCE.grey)
    expect(Math.abs(bright - WHITE)).toBeLessThanOrEqual(TOLERANCE.white)
    const poster = await sharp(await fileOf(mediaId, 'jpeg'))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (share: number) =>
      poster.data[(poster.info.height >> 1) * poster.info.width + Math.floor(poster.info.width * share)]!
    // A JPEG counts from 0 to 255.
    expect(Math.abs(at(0.25) - ((GREY - 16) * 255) / 219)).toBeLessThanOrEqual(8)
    expect(Math.abs(at(0.75) - 255)).toBeLessThanOrEqual(30)
  },
)

withTools.each([
  ['10 bits of BT.709', 'colorprim=bt709:transfer=bt709:colormatrix=bt709'],
  ['10 bits of BT.2020 without high range', 'colorprim=bt2020:transfer=bt2020-10:colormatrix=bt2020nc'],
])('MEDIA-01g an ordinary range keeps its brightness: %s', async (_, colours) => {
  const mediaId = await prepared('video', halves('ordinary.mov', 940, colours))
  const stream = await fileOf(mediaId, 'mp4')
  expect(probe(stream, 'stream=pix_fmt,color_space,color_transfer,color_primaries').split('\n')[0]).toBe(
    'yuv420p,bt709,bt709,bt709',
  )
  const [grey, bright] = brightness(stream)
  // 397 of 1,023 is 99 of 255; the pattern of the variant adds or takes two.
  expect(Math.abs(grey - 99)).toBeLessThanOrEqual(4)
  expect(Math.abs(bright - 235)).toBeLessThanOrEqual(4)
})

/** A red, a green and a blue field, in the numbers of BT.709. */
const FIELDS = [
  [230, 30, 30],
  [30, 200, 30],
  [40, 40, 230],
] as const

withTools('MEDIA-01g poster and thumbnails have the colours of the video', async () => {
  const fields = FIELDS.map(
    (rgb) => `color=c=0x${Buffer.from(rgb).toString('hex')}:size=320x720:duration=1:rate=15[${rgb[1]}]`,
  )
  const picture = `${fields.join(';')};${FIELDS.map((rgb) => `[${rgb[1]}]`).join('')}hstack=3,scale=out_color_matrix=bt709:out_range=tv`
  // prettier-ignore
  const bytes = make('fields.mp4', ['-f', 'lavfi', '-i', `${picture}[out0]`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p',
    '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'])
  const mediaId = await prepared('video', bytes)
  const pictures = await db
    .selectFrom('media_renditions')
    .select(['width', 'storage_key'])
    .where('media_id', '=', mediaId)
    .where('format', 'in', ['jpeg', 'sprite'])
    .execute()
  expect(pictures).toHaveLength(2)
  for (const { width, storage_key } of pictures) {
    const { data, info } = await sharp(join(store(), storage_key)).raw().toBuffer({ resolveWithObject: true })
    const seen = FIELDS.map((_, nth) => {
      const at = ((info.height >> 1) * info.width + Math.floor((info.width * (nth + 0.5)) / 3)) * info.channels
      return [...data.subarray(at, at + 3)]
    })
    const off = seen.flatMap((rgb, nth) => rgb.map((value, channel) => Math.abs(value - FIELDS[nth]![channel]!)))
    expect(Math.max(...off), `${width} px: ${seen.join(' ')}`).toBeLessThanOrEqual(14)
  }
})

withTools('MEDIA-01g an upright HLG clip of a phone, turned by its container, stays upright', async () => {
  halves('turned.mov', 721, 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc')
  const bytes = make(
    'upright.mov',
    ['-display_rotation', '90', '-i', join(folder, 'turned.mov'), '-c', 'copy', '-metadata:s:v', 'rotate=90'].slice(2),
  )
  const stream = await fileOf(await prepared('video', bytes), 'mp4')
  expect(probe(stream, 'stream=width,height').split('\n')[0]).toBe('240,320')
})

/** The sound tracks are renamed to a codec that nobody reads. */
function unreadable(bytes: Buffer, tracks: number): Buffer {
  const file = Buffer.from(bytes)
  let at = 0
  for (let nth = 0; nth < tracks; nth += 1) {
    at = file.indexOf('mp4a', at + 1)
    file.write('apac', at)
    file.write('xxxx', file.indexOf('esds', at))
  }
  return file
}

function twoTracks(): Buffer {
  // prettier-ignore
  return make('two.mp4', [
    '-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=15:duration=1', '-f', 'lavfi', '-i', 'sine=frequency=200:duration=1',
    '-f', 'lavfi', '-i', 'sine=frequency=900:duration=1', '-map', '0', '-map', '1', '-map', '2', '-c:v', 'libx264', '-c:a', 'aac',
  ])
}

withTools('MEDIA-01g the first sound that can be read is taken, and where none can the video is silent', async () => {
  const second = await fileOf(await prepared('video', unreadable(twoTracks(), 1)), 'mp4')
  expect(probe(second, 'stream=codec_type').split('\n')).toEqual(['video', 'audio'])
  const silent = await fileOf(await prepared('video', unreadable(twoTracks(), 2)), 'mp4')
  expect(probe(silent, 'stream=codec_type').split('\n')).toEqual(['video'])
})

withTools('MEDIA-01g a MOV without the box of its brand becomes a video', async () => {
  const bytes = make('old.mov', [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x240:rate=15:duration=1',
    '-c:v',
    'libx264',
    '-movflags',
    '+faststart',
  ])
  const brand = bytes.readUInt32BE(0)
  // Offsets of pictures are counted from the beginning: the box gives way to one of the same length.
  const old = Buffer.concat([Buffer.from([0, 0, 0, brand]), Buffer.from('free'), bytes.subarray(8)])
  await prepared('video', old)
})

withTools.each([
  ['note.aac', ['-c:a', 'aac', '-f', 'adts']],
  ['note.flac', ['-c:a', 'flac', '-f', 'flac']],
  ['note.aiff', ['-f', 'aiff']],
  ['note.caf', ['-f', 'caf']],
])('MEDIA-01c a raw recording is taken as a voice note: %s', async (name, options) => {
  await prepared('voice', make(name, ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', ...options]))
})

withTools('MEDIA-01c a raw AMR recording of an old phone is taken as a voice note', async () => {
  // Frames of silence in the lowest mode: a head of one byte and twelve of sound, each 20 ms.
  const frame = Buffer.concat([Buffer.from([0x04]), Buffer.alloc(12, 0x11)])
  await prepared('voice', Buffer.concat([Buffer.from('#!AMR\n'), ...Array.from({ length: 50 }, () => frame)]))
})
