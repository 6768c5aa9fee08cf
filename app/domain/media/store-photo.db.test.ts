import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { db } from '#app/platform/db.server.ts'
import { useDatabase } from '#tests/support/database.ts'
import { makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { makeRenditions } from './make-renditions.server.ts'
import { RENDITION_PLANS, SHARE_CARD } from './media.ts'
import { storePhoto } from './store-photo.server.ts'

useDatabase()
const folder = useMediaFolder()

function everyFile(): Buffer[] {
  return readdirSync(folder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
}

/** Inserts a comment segment after the beginning of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(content), jpeg.subarray(2)])
}

test('MEDIA-01e a photo is stored without place, camera and other metadata', async () => {
  const owner = await makePerson()
  const plain = await sharp(await noisyPhoto())
    .withExif({ IFD0: { Make: 'CanaryCamera' }, IFD3: { GPSLatitude: '0/1 18/1 50/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const bytes = Buffer.concat([
    withSegment(plain, 0xfe, '<script>canary-comment</script>'),
    Buffer.from('canary-after-the-end'),
  ])
  expect(bytes.includes('CanaryCamera')).toBe(true)
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'post', bytes })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  await makeRenditions(stored.value.mediaId)
  const files = everyFile()
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect(file.includes('CanaryCamera')).toBe(false)
    expect(file.includes('canary-comment')).toBe(false)
    expect(file.includes('canary-after-the-end')).toBe(false)
    expect((await sharp(file).metadata()).exif).toBeUndefined()
  }
})

test('MEDIA-01f a photo gets its sizes in modern formats, and a second run makes nothing again', async () => {
  const owner = await makePerson()
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'card', bytes: await noisyPhoto(1_000, 1_400) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  await makeRenditions(mediaId)
  const made = await db
    .selectFrom('media_renditions')
    .selectAll()
    .where('media_id', '=', mediaId)
    .orderBy('width')
    .orderBy('format')
    .execute()
  expect(made.map((rendition) => `${rendition.width}x${rendition.height} ${rendition.format}`)).toEqual([
    '64x80 avif',
    '64x80 webp',
    '128x160 avif',
    '128x160 webp',
    '160x200 avif',
    '160x200 webp',
    '320x400 avif',
    '320x400 webp',
    '480x600 avif',
    '480x600 jpeg',
    '480x600 webp',
    '640x800 avif',
    '640x800 webp',
  ])
  await makeRenditions(mediaId)
  const media = await db.selectFrom('media').select(['state']).where('id', '=', mediaId).executeTakeFirstOrThrow()
  expect(media.state).toBe('ready')
  expect(
    await db.selectFrom('media_renditions').select('width').where('media_id', '=', mediaId).execute(),
  ).toHaveLength(13)
})

test('PROF-02a the preview is made from 32 pixels at most and weighs next to nothing', async () => {
  const owner = await makePerson()
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'post', bytes: await noisyPhoto(900, 1_200) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { preview } = await db
    .selectFrom('media')
    .select('preview')
    .where('id', '=', stored.value.mediaId)
    .executeTakeFirstOrThrow()
  const { width, height, format } = await sharp(preview!).metadata()
  expect({ width, height, format }).toEqual({ width: 24, height: 32, format: 'webp' })
  expect(preview!.length).toBeLessThan(300)
})

test('PROF-04b a share card is a JPEG of 1200 by 630 that messengers accept', async () => {
  const owner = await makePerson()
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'share', bytes: await noisyPhoto(1_600, 1_000) })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  await makeRenditions(stored.value.mediaId)
  const made = await db
    .selectFrom('media_renditions')
    .selectAll()
    .where('media_id', '=', stored.value.mediaId)
    .execute()
  expect(made).toMatchObject([{ width: SHARE_CARD.width, height: SHARE_CARD.height, format: 'jpeg' }])
  expect(Number(made[0]!.byte_size)).toBeLessThanOrEqual(RENDITION_PLANS.share.maxRenditionBytes)
})

const hostile: Record<string, () => Promise<{ bytes: Uint8Array; expected: string }>> = {
  'an empty file': async () => ({ bytes: new Uint8Array(), expected: 'empty' }),
  'an SVG': async () => ({
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    expected: 'not_a_picture',
  }),
  'a page that claims to be a JPEG': async () => ({
    bytes: Buffer.from('<html><script>alert(1)</script></html>'),
    expected: 'not_a_picture',
  }),
  'a GIF': async () => ({
    bytes: Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;'),
    expected: 'not_a_picture',
  }),
  'a HEIC photo': async () => ({
    bytes: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
    expected: 'not_a_picture',
  }),
  'half a photo': async () => ({ bytes: (await noisyPhoto()).subarray(0, 9_000), expected: 'damaged' }),
  'three bytes that begin like a photo': async () => ({ bytes: Buffer.from([0xff, 0xd8, 0xff]), expected: 'damaged' }),
  'a photo of more than 50 megapixels': async () => ({
    bytes: await sharp({ create: { width: 8_000, height: 6_300, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
    expected: 'too_many_pixels',
  }),
  'a PNG whose header claims a billion pixels': async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    png.writeUInt32BE(40_000, 16)
    png.writeUInt32BE(40_000, 20)
    return { bytes: png, expected: 'damaged_or_too_many' }
  },
  'a file that is too large': async () => ({ bytes: new Uint8Array(25_000_001).fill(0xff), expected: 'too_heavy' }),
}

test.each(Object.keys(hostile))('MEDIA-01 %s is refused and leaves nothing behind', async (name) => {
  const owner = await makePerson()
  const before = everyFile().length
  const { bytes, expected } = await hostile[name]!()
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'post', bytes })
  expect(stored.ok).toBe(false)
  if (stored.ok) return
  if (expected === 'damaged_or_too_many') expect(['damaged', 'too_many_pixels']).toContain(stored.refusal.kind)
  else expect(stored.refusal.kind).toBe(expected)
  expect(everyFile()).toHaveLength(before)
  expect(await db.selectFrom('media').select('id').where('owner_id', '=', owner.id).execute()).toEqual([])
})

test('MEDIA-01 a photo that is also a script is stored as a photo alone', async () => {
  const owner = await makePerson()
  const polyglot = withSegment(await noisyPhoto(), 0xfe, '*/=alert("canary-polyglot")/*')
  const stored = await storePhoto({ ownerId: owner.id, purpose: 'avatar', bytes: polyglot })
  expect(stored.ok).toBe(true)
  for (const file of everyFile()) expect(file.includes('canary-polyglot')).toBe(false)
})

test('MEDIA-01 photos stored in bulk are all finished by the one job that was enqueued', async () => {
  const owner = await makePerson()
  await db.updateTable('media').set({ state: 'ready' }).execute()
  const mediaIds: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const stored = await storePhoto(
      { ownerId: owner.id, purpose: 'avatar', bytes: await noisyPhoto(300, 300) },
      { queue: false },
    )
    if (stored.ok) mediaIds.push(stored.value.mediaId)
  }
  await makeRenditions(mediaIds[0]!)
  const left = await db.selectFrom('media').select('id').where('state', '=', 'processing').execute()
  expect([mediaIds.length, left.length]).toEqual([3, 0])
})
