import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RENDITION_PLANS } from '#app/domain/media/media.ts'
import { runImageWork } from '#app/domain/media/internal/image-process.server.ts'
import { readCode, wordOf } from '#app/domain/watermarks/code.ts'
import { kindOf, photoOf, randomOf } from '#tests/support/photos.ts'
import { isLongRun, keepFigures, SEED } from './kept-figures.ts'

/**
 * Different photos, opened by fifty accounts of which several leak each of them, at JPEG quality 50, half size and with a tenth of the width and height cut off,
 * all at once; and the same photos leaked without a mark. Everything runs in the product's own isolated processes.
 */
/** In the sample one of each kind of picture. */
const NUMBERS = isLongRun ? Array.from({ length: 100 }, (_, nth) => nth) : [0, 3, 4, 7, 8, 9, 12, 13]
const PHOTOS = NUMBERS.length
const ACCOUNTS = 50
/** Of each photo: other accounts leak the next one, so that the long run has ten copies of every account. */
const LEAKS = isLongRun ? 5 : 2
const MIN_TRACED_PERCENT = 95
const DAY = 326

vi.setConfig({ testTimeout: 5 * 3_600_000, hookTimeout: 120_000 })

type Sample = { number: number; original: Uint8Array; rendition: Uint8Array }
const counted = { photos: PHOTOS, accounts: ACCOUNTS, copies: 0, traced: 0, wrong: 0, unmarked: 0, falseNames: 0 }
const missed = new Map<string, number>()
const samples: Sample[] = []

beforeAll(async () => {
  expect(new Set(NUMBERS.map(kindOf)).size, 'kinds of pictures').toBe(8)
  for (const number of NUMBERS) samples.push(await storedPhoto(number))
})
afterAll(() =>
  keepFigures('watermarks', { ...counted, missed: [...missed].map(([kind, n]) => `${n} ${kind}`).join(', ') }),
)

/** As the product stores it: the original rewritten, and its size of 960 pixels. */
async function storedPhoto(number: number): Promise<Sample> {
  const { longestEdge, maxRenditionBytes: maxBytes } = RENDITION_PLANS.post
  const taken = await runImageWork({
    kind: 'take_in',
    bytes: await photoOf(number),
    longestEdge,
    maxPixels: 50_000_000,
    cuts: [{ width: 960, format: 'webp', aspect: null, maxBytes }],
  })
  if (taken.kind !== 'taken_in') throw new Error(taken.kind)
  return { number, original: taken.picture.original, rendition: taken.picture.cuts[0]!.bytes }
}

const seedOf = (number: number) => createHmac('sha256', `seed ${SEED}`).update(String(number)).digest().subarray(0, 16)
const codeOf = (account: number) => createHmac('sha256', `code ${SEED}`).update(String(account)).digest().readUInt32BE()

async function mark(sample: Sample, account: number): Promise<Uint8Array> {
  const answer = await runImageWork(
    {
      kind: 'mark',
      bytes: sample.rendition,
      format: 'webp',
      text: `@account_${account} 2026-11-23`,
      seed: [...seedOf(sample.number)],
      code: [...wordOf({ code: codeOf(account), day: DAY })],
    },
    { lane: 'marks' },
  )
  if (answer.kind !== 'marked') throw new Error(answer.kind)
  return answer.picture.bytes
}

async function leak(bytes: Uint8Array, random: () => number): Promise<Uint8Array> {
  const { width: w, height: h } = await sharp(bytes).metadata()
  const [width, height] = [Math.round(w * 0.9), Math.round(h * 0.9)]
  const [left, top] = [Math.floor(random() * (w - width)), Math.floor(random() * (h - height))]
  const cut = await sharp(bytes).extract({ left, top, width, height }).png({ compressionLevel: 1 }).toBuffer()
  return sharp(cut)
    .resize(Math.round(width / 2))
    .jpeg({ quality: 50 })
    .toBuffer()
}

async function read(copy: Uint8Array, sample: Sample) {
  const { original, number } = sample
  const request = { kind: 'read_mark', bytes: copy, original, seed: [...seedOf(number)], mirrored: false } as const
  const answer = await runImageWork({ ...request, seed: [...seedOf(number)] }, { lane: 'marks' })
  return answer.kind === 'mark_read' && answer.leanings ? readCode(answer.leanings) : null
}

test(`MEDIA-03c of each ${PHOTOS} leaked photos at least 95 % name the account, and none names another`, async () => {
  for (const sample of samples) {
    const random = randomOf(SEED + sample.number)
    const copies = Array.from({ length: LEAKS }, (_, nth) => (sample.number * LEAKS + nth) % ACCOUNTS)
    const trace = async (account: number) => ({
      account,
      found: await read(await leak(await mark(sample, account), random), sample),
    })
    // Two at a time: as many as there are processes.
    for (let at = 0; at < copies.length; at += 2) {
      for (const { account, found } of await Promise.all(copies.slice(at, at + 2).map(trace))) {
        counted.copies += 1
        if (found && (found.code !== codeOf(account) || found.day !== DAY)) counted.wrong += 1
        else if (found) counted.traced += 1
        else missed.set(kindOf(sample.number), (missed.get(kindOf(sample.number)) ?? 0) + 1)
      }
    }
  }
  expect(counted.wrong).toBe(0)
  expect((100 * counted.traced) / counted.copies, `missed: ${JSON.stringify([...missed])}`).toBeGreaterThanOrEqual(
    MIN_TRACED_PERCENT,
  )
})

test('MEDIA-03c a copy without a mark names nobody', async () => {
  for (const sample of samples) {
    const random = randomOf(SEED + sample.number)
    // Leaked by its creator from the original, and from the size without a mark.
    for (const bytes of isLongRun ? [sample.original, sample.rendition] : [sample.rendition]) {
      counted.unmarked += 1
      if (await read(await leak(bytes, random), sample)) counted.falseNames += 1
    }
  }
  expect(counted.falseNames).toBe(0)
})
