import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { markPicture } from '#app/domain/media/picture-marks.server.ts'
import { findSimilar } from '#app/domain/watermarks/find-similar.server.ts'
import { wordOf } from '#app/domain/watermarks/code.ts'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { createDatabase, startEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { migrate } from '#server/migrate.ts'
import { photoOf } from '#tests/support/photos.ts'
import type { Bench, Figure } from './figure.ts'

const GRID = 12
const PHOTOS = 100_000

/** What a viewer waits for: the first marked photo, a grid of them, and what staff wait for when they search a copy's original. */
export const watermark: Bench = {
  name: 'watermark',
  description: 'private photos marked for a viewer, in the isolated processes; the search among 100,000 photos',
  needs: 'about 500 MB of disk and 2 minutes',
  run: async ({ rounds }) => [...(await marks(rounds)), ...(await search(rounds))],
}

type Rendition = { bytes: Uint8Array; format: 'webp' }

async function marks(rounds: number): Promise<Figure[]> {
  const [large, small] = [await renditions(960), await renditions(640)]
  let viewer = 0
  const mark = async (of: Rendition, text: string) => {
    const code = wordOf({ code: viewer, day: 326 })
    const made = await markPicture({ ...of, text, seed: randomBytes(16), code })
    if (!made.ok) throw new Error(made.refusal.kind)
  }
  const grid = async (of: Rendition[]) => {
    viewer += 1
    await Promise.all(of.map((one) => mark(one, `@viewer_${viewer} 2026-11-23`)))
  }
  // Both processes run, as they do while somebody browses.
  await grid(large)
  const figures = { first: [] as number[], large: [] as number[], small: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    // Each photo with the name of a viewer who has seen none before.
    const firsts: number[] = []
    for (const one of large) {
      viewer += 1
      firsts.push(await timed(() => mark(one, `@viewer_${viewer} 2026-11-23`)))
    }
    figures.first.push(firsts.toSorted((a, b) => a - b)[Math.floor(firsts.length / 2)]!)
    figures.large.push(await timed(() => grid(large)))
    figures.small.push(await timed(() => grid(small)))
  }
  return [
    { name: 'first marked photo of 960 px', unit: 'ms', values: figures.first, target: { max: 250 } },
    { name: `a grid of ${GRID} photos of 640 px`, unit: 'ms', values: figures.small, target: { max: 600 } },
    { name: `${GRID} photos of 960 px at once`, unit: 'ms', values: figures.large, target: null },
  ]
}

async function renditions(width: number): Promise<Rendition[]> {
  const made: Rendition[] = []
  for (let number = 0; number < GRID; number += 1)
    made.push({
      bytes: await sharp(await photoOf(number))
        .resize(width)
        .webp({ quality: 68 })
        .toBuffer(),
      format: 'webp',
    })
  return made
}

async function search(rounds: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'peach-search-'))
  const cluster = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), durable: false })
  try {
    await createDatabase(cluster.ownerUrl)
    await migrate(cluster.ownerUrl)
    await fill(cluster.ownerUrl)
    openDatabase(cluster.ownerUrl, { max: 2 })
    const [all, whole]: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round += 1) {
      const copy = randomBytes(32)
      const ofAll = await timed(() => findSimilar(copy, { limit: 8 }))
      const ofWhole = await timed(() => findSimilar(copy, { limit: 8, wholeOnly: true, maxBits: 31 }))
      if (round === 0) continue
      all.push(ofAll)
      whole.push(ofWhole)
    }
    return [
      { name: 'a cut copy among 100,000 photos', unit: 'ms', values: all, target: { max: 1_000 } },
      { name: 'a whole copy among 100,000 photos', unit: 'ms', values: whole, target: null },
    ]
  } finally {
    await closeDatabase()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  // The search reads this table alone.
  await owner.query('alter table media_fingerprints drop constraint media_fingerprints_media_id_fkey')
  await owner.query(
    `insert into media_fingerprints (media_id, part, fingerprint)
      select md5(n::text)::uuid, part, ('x' || md5(n || '-' || part) || md5(part || '+' || n))::bit(256)
      from generate_series(1, $1::int) n, generate_series(0, 9) part`,
    [PHOTOS],
  )
  await owner.query('analyze media_fingerprints')
  await owner.end()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
