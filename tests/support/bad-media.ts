import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { CANARY } from './bombs.ts'

/** Beside bombs.ts, which is about decoding pictures: files that someone sends for a post, and where each must end. */
export type BadFile = {
  name: string
  kind: 'photo' | 'video' | 'voice'
  /** What the file is called where it comes from. */
  called: string
  bytes: () => Promise<Buffer> | Buffer
  /** `clean`: used, without its hostile part. */
  ends: 'refused' | 'clean' | 'either'
}

/** What hostile files point at: a file of this machine with the canary, and a port of it that notes who connects. */
export type Targets = { secret: string; port: number; folder: string }

export const PLACE = '+00.3476+032.5825/'

const picture = (edge = 96) => sharp({ create: { width: edge, height: edge, channels: 3, background: '#884422' } })

function ffmpeg(folder: string, name: string, args: readonly string[]): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}

/** The arguments of a command, without blanks in them. */
const words = (text: string): string[] => text.split(' ')

function written(folder: string, name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A second of moving colours with a tone, and more inputs and options. */
function film(folder: string, name: string, more: readonly string[] = [], inputs: readonly string[] = []): Buffer {
  return ffmpeg(folder, name, [
    ...words('-f lavfi -i testsrc2=size=192x128:rate=10:duration=1'),
    ...words('-f lavfi -i sine=frequency=440:duration=1'),
    ...inputs,
    ...more,
  ])
}

/** An MP4 whose samples are in another file. */
function withReference(video: Buffer, path: string): Buffer {
  const text = Buffer.from(path)
  // The record of a Macintosh alias, whose only filled part is the absolute path.
  const alias = Buffer.concat([Buffer.alloc(150), Buffer.from([0, 2, 0, text.length]), text, Buffer.from([255, 255])])
  const entry = Buffer.concat([Buffer.alloc(4), Buffer.from('alis'), Buffer.alloc(4), alias])
  entry.writeUInt32BE(entry.length)
  const at = video.indexOf('dref', 0, 'latin1') - 4
  const size = video.readUInt32BE(at)
  const box = Buffer.concat([video.subarray(at, at + 16), entry])
  box.writeUInt32BE(box.length)
  const changed = Buffer.concat([video.subarray(0, at), box, video.subarray(at + size)])
  // Every box around it has grown.
  for (const around of ['dinf', 'minf', 'mdia', 'trak', 'moov']) {
    const from = changed.lastIndexOf(around, at, 'latin1') - 4
    changed.writeUInt32BE(changed.readUInt32BE(from) + box.length - size, from)
  }
  return changed
}

const head = (...bytes: number[]) => Buffer.from(bytes)
const MP4_HEAD = Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1')
const MATROSKA_HEAD = head(0x1a, 0x45, 0xdf, 0xa3)

export function badPhotos({ secret, port }: Targets): BadFile[] {
  const photo = (name: string, ends: BadFile['ends'], bytes: BadFile['bytes'], called = 'photo.jpg'): BadFile => ({
    name,
    kind: 'photo',
    called,
    bytes,
    ends,
  })
  return [
    photo('a JPEG that is a ZIP too', 'clean', async () =>
      Buffer.concat([await picture().jpeg().toBuffer(), zipSync({ 'run.sh': strToU8(CANARY) }, { level: 0 })]),
    ),
    photo('a ZIP called photo.jpg', 'refused', () => Buffer.from(zipSync({ 'photo.jpg': strToU8(CANARY) }))),
    photo('a GIF that is a script', 'refused', () => Buffer.from(`GIF89a/*${CANARY}*/=1;alert(1)//\0\0;`)),
    photo('a JPEG that is a PDF too', 'clean', async () =>
      Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(`%PDF-1.7\n1 0 obj<</JS(${CANARY})>>endobj`)]),
    ),
    photo('a PDF called photo.png', 'refused', () => Buffer.from(`%PDF-1.7\n${CANARY}`), 'photo.png'),
    photo('a page called photo.webp', 'refused', () => Buffer.from(`<!doctype html>${CANARY}`), 'photo.webp'),
    photo('a WebP with a page behind it', 'clean', async () =>
      Buffer.concat([
        await picture().webp().toBuffer(),
        Buffer.from(`<script>fetch('//127.0.0.1:${port}/${CANARY}')</script>`),
      ]),
    ),
    photo('a PNG with words in it', 'clean', async () =>
      picture()
        .png()
        .withExif({ IFD0: { ImageDescription: CANARY } })
        .toBuffer(),
    ),
    photo('a photo with its place', 'clean', async () =>
      picture()
        .jpeg()
        .withExif({
          IFD0: { Make: CANARY, Software: CANARY },
          IFD3: {
            GPSLatitudeRef: 'N',
            GPSLatitude: '0/1 20/1 51/1',
            GPSLongitudeRef: 'E',
            GPSLongitude: '32/1 34/1 57/1',
          },
        })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${CANARY}</a></x:xmpmeta>`)
        .toBuffer(),
    ),
    photo('a picture that is cut off', 'refused', async () => (await picture(900).png().toBuffer()).subarray(0, 600)),
    photo('an empty extension and a script', 'refused', () => Buffer.from(`#!/bin/sh\ncat ${secret}`), '../../run.sh'),
    photo('a video called photo.jpg', 'refused', () => Buffer.concat([MP4_HEAD, Buffer.alloc(500)])),
  ]
}

export function badVideos({ secret, port, folder }: Targets): BadFile[] {
  const video = (name: string, ends: BadFile['ends'], bytes: BadFile['bytes'], called = 'film.mp4'): BadFile => ({
    name,
    kind: 'video',
    called,
    bytes,
    ends,
  })
  // Newer versions of ffmpeg open only what is named like a segment.
  const url = `http://127.0.0.1:${port}/${CANARY}.ts`
  const playlist = (place: string) =>
    Buffer.from(
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${place}\n#EXTINF:10.0,\nconcat:${place}|file:${secret}\n#EXT-X-ENDLIST\n`,
    )
  const subtitles = () => written(folder, 'words.srt', `1\n00:00:00,000 --> 00:00:01,000\n${CANARY}\n`)
  const chapters = () =>
    written(
      folder,
      'chapters.txt',
      `;FFMETADATA1\ntitle=${CANARY}\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${CANARY}\n`,
    )
  return [
    video('a playlist of a port of this machine', 'refused', () => playlist(url)),
    video('such a playlist behind the head of an MP4', 'refused', () => Buffer.concat([MP4_HEAD, playlist(url)])),
    video('such a playlist behind the head of a WebM', 'refused', () =>
      Buffer.concat([MATROSKA_HEAD, playlist(`file://${secret}`)]),
    ),
    video('a concat script', 'refused', () => Buffer.from(`ffconcat version 1.0\nfile '${secret}'\nfile '${url}'\n`)),
    video('an MP4 whose samples are in a file of this machine', 'either', () =>
      withReference(film(folder, 'plain.mp4'), secret),
    ),
    video('a video with subtitles, a font and a file', 'clean', () =>
      film(
        folder,
        'more.mkv',
        [
          ...words('-map 0 -map 1 -map 2 -c:s srt'),
          '-attach',
          written(folder, 'font.ttf', Buffer.concat([head(0, 1, 0, 0), Buffer.from(CANARY.repeat(20))])),

          ...words('-metadata:s:t mimetype=application/x-truetype-font'),
        ],
        ['-i', subtitles()],
      ),
    ),
    video('an MP4 with subtitles, chapters and a place', 'clean', () =>
      film(
        folder,
        'words.mp4',
        [
          '-map',
          '0',
          '-map',
          '1',
          '-map',
          '2',
          '-c:s',
          'mov_text',
          '-map_metadata',
          '3',
          '-metadata',
          `location=${PLACE}`,
        ],
        ['-i', subtitles(), '-f', 'ffmetadata', '-i', chapters()],
      ),
    ),
    video('a video of a thousand pictures a second', 'either', () =>
      ffmpeg(folder, 'fast.mp4', [
        '-f',
        'lavfi',
        '-i',
        'color=size=64x64:rate=1000:duration=3',
        '-preset',
        'ultrafast',
      ]),
    ),
    video('a video of 8,192 by 8,192', 'either', () =>
      ffmpeg(folder, 'large.mp4', [
        '-f',
        'lavfi',
        '-i',
        'color=size=8192x8192:rate=1:duration=1',
        '-preset',
        'ultrafast',
      ]),
    ),
    video('a video that is cut off', 'refused', () => film(folder, 'plain.mp4').subarray(0, 3_000)),
    video('a photo called film.mp4', 'refused', () => picture().jpeg().toBuffer()),
    video('a sound called film.mp4', 'refused', () =>
      ffmpeg(folder, 'sound.mp4', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']),
    ),
  ]
}

export function badVoices({ secret, port, folder }: Targets): BadFile[] {
  const voice = (name: string, ends: BadFile['ends'], bytes: BadFile['bytes'], called = 'note.wav'): BadFile => ({
    name,
    kind: 'voice',
    called,
    bytes,
    ends,
  })
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
  const wav = () => ffmpeg(folder, 'tone.wav', tone)
  return [
    voice('a WAV with chunks behind its samples', 'clean', () => {
      const chunk = Buffer.concat([Buffer.from('LIST'), Buffer.alloc(4), Buffer.from(`INFOICMT${CANARY}..`)])
      chunk.writeUInt32LE(chunk.length - 8, 4)
      return Buffer.concat([wav(), chunk, Buffer.from(`<script>${CANARY}</script>`)])
    }),
    voice('a WAV that claims four gigabytes', 'either', () => {
      const lying = Buffer.from(wav())
      lying.writeUInt32LE(0xffff_fff0, 4)
      lying.writeUInt32LE(0xffff_ff00, lying.indexOf('data') + 4)
      return lying
    }),
    voice('an MP3 with words and a picture', 'clean', async () =>
      ffmpeg(folder, 'tagged.mp3', [
        ...tone,
        '-i',
        written(folder, 'cover.png', await picture().png().toBuffer()),

        '-map',
        '0',
        '-map',
        '1',
        '-c:v',
        'copy',
        '-metadata',
        `comment=${CANARY}`,
        '-metadata',
        `location=${PLACE}`,
      ]),
    ),
    voice('a playlist behind the head of an MP3', 'refused', () =>
      Buffer.concat([
        Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1'),
        Buffer.from(`#EXTM3U\nhttp://127.0.0.1:${port}/${CANARY}\nfile://${secret}\n`),
      ]),
    ),
    voice('a WAV that is cut off in its head', 'refused', () => wav().subarray(0, 30)),
    voice('a page called note.wav', 'refused', () => Buffer.from(`RIFF/*${CANARY}*/<script>`)),
    voice('a film of pictures without sound', 'refused', () =>
      ffmpeg(folder, 'mute.mp4', ['-f', 'lavfi', '-i', 'testsrc2=size=192x128:rate=10:duration=1']),
    ),
  ]
}

/** Names that say where to write, what to run, or nothing that can be read. */
export const BAD_NAMES = [
  '../../../../etc/cron.d/run',
  '..\\..\\windows\\system32\\run.dll',
  '/etc/passwd',
  'photo.jpg\0.sh',
  'photo\r\nset-cookie: a=b.jpg',
  '<img src=x onerror=alert(1)>.jpg',
  '\u202egpj.exe',
  '$(touch /tmp/peach-was-here).jpg',
  '-i.jpg',
  'a'.repeat(5_000),
  '   ',
  '\ud800.jpg',
]
