import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { markRendition } from '#app/domain/watermarks/mark-rendition.server.ts'
import { useMarkedFolder } from '#app/domain/watermarks/marked-files.server.ts'
import { diskStore } from '#app/gateways/media-store/disk-store.server.ts'
import { useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { SERVER_ROLE } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { type BenchDatabase, makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'

/** 12 megapixels, as phones take them. */
const [WIDTH, HEIGHT] = [4_000, 3_000]

/** What a creator waits for after a photo has arrived, and a fan for a photo with their mark. */
export const photos: Bench = {
  name: 'photos',
  description:
    'a photo of 12 megapixels from its bytes to its last stored size, against bare sharp; a marked size again',
  needs: 'about 300 MB of disk and 2 minutes',
  run: async ({ rounds }) => {
    const database = await makeDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'peach-bench-photos-'))
    try {
      useConfig(readConfig({ DEMO: '1', DATA_DIR: folder }))
      useSecrets(['a bench secret that is long enough to be one'])
      await openQueue(database.serverUrl, SERVER_ROLE, { maintain: false })
      useMediaStore(diskStore(join(folder, 'media')))
      useMarkedFolder(join(folder, 'marked'))
      return await measure(await addCreator(database), join(folder, 'bare'), rounds)
    } finally {
      await closeQueue()
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measure(creator: Person, bare: string, rounds: number): Promise<Figure[]> {
  const bytes = await photo()
  const first: number[] = []
  const ours = async (): Promise<number> => {
    const began = performance.now()
    const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    const viewable = isViewable(creator, stored.value.mediaId, began)
    await makeRenditions(stored.value.mediaId)
    const took = performance.now() - began
    first.push(await viewable)
    return took
  }
  const limit = async (): Promise<number> => {
    const began = performance.now()
    await writeWithBareSharp(bytes, join(bare, newId()))
    return performance.now() - began
  }
  await ours()
  await limit()
  first.length = 0
  const measured = await alternate(rounds, { ours, limit })
  return [
    {
      name: 'a photo of 12 megapixels, to bare sharp writing the same files',
      unit: '×',
      values: ratios(measured.ours, measured.limit),
      target: { max: 1.25 },
    },
    { name: 'a photo of 12 megapixels, all sizes', unit: 'ms', values: measured.ours, target: null },
    { name: 'bare sharp writing the same files', unit: 'ms', values: measured.limit, target: null },
    { name: 'until the first size can be viewed', unit: 'ms', values: first, target: { max: 600 } },
    ...(await marked(creator, bytes, rounds)),
  ]
}

/** How long it takes until its owner gets a size and no longer the blurred preview. */
async function isViewable(creator: Person, mediaId: string, began: number): Promise<number> {
  for (;;) {
    const found = await findMediaForViewer(creator, mediaId, {
      kind: 'rendition',
      spec: { width: 640, format: 'webp' },
    })
    if (found.ok && found.value.kind === 'stored') return performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The first time a mark is drawn; after that the file of the day is read. */
async function marked(creator: Person, bytes: Uint8Array, rounds: number): Promise<Figure[]> {
  const stored = await storePhoto({ ownerId: creator.id, purpose: 'post', bytes })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  await makeRenditions(mediaId)
  const found = await findMediaForViewer(creator, mediaId, { kind: 'rendition', spec: { width: 960, format: 'webp' } })
  if (!found.ok || found.value.kind !== 'stored' || !found.value.marked) throw new Error('the photo is not marked')
  const { key, marked: mark } = found.value
  const [firsts, again]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round += 1) {
    const viewer = { id: creator.id, username: `viewer_${round + 1}`, staffRole: null }
    for (const values of [firsts, again]) {
      const began = performance.now()
      const made = await markRendition(viewer, { mediaId, key, ...mark }).bytes()
      if (!made.ok) throw new Error(made.refusal.kind)
      if (round >= 0) values.push(performance.now() - began)
      // It is kept after the answer.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  return [
    { name: 'a marked size of 960 px from the store, first time', unit: 'ms', values: firsts, target: { max: 250 } },
    { name: 'the same again, for the same viewer', unit: 'ms', values: again, target: { max: 20 } },
    ...(await markedGrid(creator, bytes, rounds)),
  ]
}

/** Twelve photos of a page that a viewer opens for the first time, asked for at once as a browser does, each with its check of rights. */
async function markedGrid(creator: Person, bytes: Uint8Array, rounds: number): Promise<Figure[]> {
  const mediaIds: string[] = []
  for (let turned = 0; turned < 12; turned += 1) {
    const stored = await storePhoto({
      ownerId: creator.id,
      purpose: 'post',
      // Each photo is another: equal bytes would be stored and marked once.
      bytes: await sharp(bytes)
        .modulate({ hue: turned * 30 })
        .jpeg({ quality: 92 })
        .toBuffer(),
    })
    if (!stored.ok) throw new Error(stored.refusal.kind)
    await makeRenditions(stored.value.mediaId)
    mediaIds.push(stored.value.mediaId)
  }
  const figures: Figure[] = []
  for (const width of [640, 960] as const) {
    const values: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      const viewer = { id: creator.id, username: `grid_${width}_${round + 1}`, staffRole: null }
      const began = performance.now()
      await Promise.all(mediaIds.map((mediaId) => markedSize(creator, viewer, mediaId, width)))
      if (round >= 0) values.push(performance.now() - began)
      // They are kept after the answers.
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    figures.push({
      name: `twelve marked photos of ${width} px at once, first time`,
      unit: 'ms',
      values,
      target: { max: 600 },
    })
  }
  return figures
}

async function markedSize(
  owner: Person,
  viewer: Parameters<typeof markRendition>[0],
  mediaId: string,
  width: 640 | 960,
): Promise<void> {
  const found = await findMediaForViewer(owner, mediaId, { kind: 'rendition', spec: { width, format: 'webp' } })
  if (!found.ok || found.value.kind !== 'stored' || !found.value.marked) throw new Error('the photo is not marked')
  const made = await markRendition(viewer, { mediaId, key: found.value.key, ...found.value.marked }).bytes()
  if (!made.ok) throw new Error(made.refusal.kind)
}

/** The files of image-worker.server.ts with its settings, one after another, by one decoded photo: without isolation, rows or checks. */
async function writeWithBareSharp(bytes: Uint8Array, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const original = await sharp(bytes)
    .autoOrient()
    .resize(2_560, 2_560, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 90 })
    .toBuffer()
  await writeFile(join(folder, 'original.jpeg'), original)
  await writeFile(
    join(folder, 'preview'),
    await sharp(original).resize(32, 32, { fit: 'inside' }).blur(1.6).webp({ quality: 45, effort: 6 }).toBuffer(),
  )
  for (const width of [320, 640, 960]) {
    const size = () => sharp(original).resize({ width })
    await writeFile(
      join(folder, `w${width}.avif`),
      await size()
        .avif({ quality: width <= 320 ? 44 : 50, effort: 2 })
        .toBuffer(),
    )
    await writeFile(join(folder, `w${width}.webp`), await size().webp({ quality: 68, effort: 3 }).toBuffer())
  }
  const jpeg = sharp(original).resize({ width: 640 }).jpeg({ quality: 68, progressive: true, mozjpeg: true })
  await writeFile(join(folder, 'w640.jpeg'), await jpeg.toBuffer())
}

/** Soft shapes with a little noise: as detailed as a photo, and within the largest size of a file at the first quality. */
async function photo(): Promise<Buffer> {
  const noise = (width: number, height: number, sigma: number) =>
    sharp({
      create: { width, height, channels: 3, background: '#775544', noise: { type: 'gaussian', mean: 128, sigma } },
    })
      .png()
      .toBuffer()
  const shapes = await sharp(await noise(40, 30, 60))
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .png()
    .toBuffer()
  return sharp(shapes)
    .composite([{ input: await noise(WIDTH, HEIGHT, 6), blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function addCreator(database: BenchDatabase): Promise<Person> {
  const id = newId()
  await database.owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     values ($1, 'amina@bench.example', now(), 'Amina', 'amina_bench', 'creator', true, '1990-01-01')`,
    [id],
  )
  await database.owner.query(
    `insert into creators (profile_id, verification_status, approved_at) values ($1, 'approved', now())`,
    [id],
  )
  return {
    ...A_FAN,
    id,
    email: 'amina@bench.example',
    displayName: 'Amina',
    username: 'amina_bench',
    userType: 'creator',
    sessionId: newId(),
  }
}
