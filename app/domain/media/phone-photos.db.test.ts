import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { rewritePhoto } from './rewrite-photo.server.ts'
import { storePhoto } from './store-photo.server.ts'

useDatabase()
useMediaFolder()

const END = Buffer.from([0xff, 0xd9])
const cut = (file: Buffer, share: number) => file.subarray(0, Math.floor(file.length * share))
const scanOf = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xda]))

/** As Samsung phones write it: the last coefficient of the only scan is 0. */
function ofSamsung(jpeg: Buffer): Buffer {
  const file = Buffer.from(jpeg)
  const at = scanOf(file)
  file[at + 2 + file.readUInt16BE(at + 2) - 2] = 0
  return file
}

function filledBetween(jpeg: Buffer): Buffer {
  const at = scanOf(jpeg)
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(12), jpeg.subarray(at)])
}

let plain: Buffer
let progressive: Buffer
let cmyk: Buffer
beforeAll(async () => {
  plain = await sharp(await noisyPhoto(640, 480))
    .jpeg({ progressive: false })
    .toBuffer()
  progressive = await sharp(plain).jpeg({ progressive: true }).toBuffer()
  cmyk = await sharp(plain).toColourspace('cmyk').jpeg().toBuffer()
})

const SHOWN: Record<string, () => Buffer> = {
  'a JPEG as Samsung phones write it': () => ofSamsung(plain),
  'filling between the parts of the head': () => filledBetween(plain),
  'filling in front of the end': () => Buffer.concat([plain.subarray(0, -2), Buffer.alloc(6), END]),
  'bytes behind the end': () => Buffer.concat([plain, Buffer.alloc(5_000, 7)]),
  'the film of a motion photo behind the end': () =>
    Buffer.concat([plain, Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), Buffer.alloc(5_000, 9)]),
  'a second picture behind the end (MPF)': () => Buffer.concat([plain, plain]),
  'a CMYK picture of a scanner': () => cmyk,
  'a progressive picture': () => progressive,
}
const HALF: Record<string, () => Buffer> = {
  'half of it': () => cut(plain, 0.5),
  'all but the last percent': () => cut(plain, 0.99),
  'all but the last three bytes': () => plain.subarray(0, -3),
  'half of a progressive one': () => cut(progressive, 0.5),
  'a progressive one without its last percent': () => cut(progressive, 0.99),
  'half of it with the marker of the end': () => Buffer.concat([cut(plain, 0.5), END]),
  'half of one of a Samsung phone': () => cut(ofSamsung(plain), 0.5),
  'half of one of a Samsung phone with the marker of the end': () => Buffer.concat([cut(ofSamsung(plain), 0.5), END]),
  'half of it, filled up with zeros': () =>
    Buffer.concat([cut(plain, 0.5), Buffer.alloc(plain.length - Math.floor(plain.length / 2))]),
}

test.each(Object.keys(SHOWN))(
  'MEDIA-01 what a browser shows is taken as a photo and as a document: %s',
  async (name) => {
    const bytes = SHOWN[name]!()
    const owner = await makePerson()
    expect(await storePhoto({ ownerId: owner.id, purpose: 'avatar', bytes })).toMatchObject({ ok: true })
    // The way of identity documents, of the photo in a release, and of pictures of staff.
    expect(await rewritePhoto(bytes, 2_000, { alone: true })).toMatchObject({
      ok: true,
      value: { width: 640, height: 480 },
    })
  },
)

test.each(Object.keys(HALF))('MEDIA-01 half a photo is refused as a photo and as a document: %s', async (name) => {
  const bytes = HALF[name]!()
  const owner = await makePerson()
  const damaged = { ok: false, refusal: { kind: 'damaged' } }
  expect(await storePhoto({ ownerId: owner.id, purpose: 'avatar', bytes })).toEqual(damaged)
  expect(await rewritePhoto(bytes, 2_000, { alone: true })).toEqual(damaged)
})
