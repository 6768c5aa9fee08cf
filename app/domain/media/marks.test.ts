import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { kindOf, photoOf, randomOf } from '#tests/support/photos.ts'
import { differingBits, FINGERPRINT_PARTS, fingerprintOf } from './internal/fingerprint.ts'
import { chipField, MARK_BITS } from './internal/mark-chips.ts'
import { drawChips, type Pixels } from './internal/mark-draw.ts'
import type { Grey } from './internal/mark-place.ts'
import { composeText, drawText } from './internal/mark-text.ts'

vi.setConfig({ testTimeout: 120_000 })

const seed = Uint8Array.from({ length: 16 }, (_, at) => at * 11)
const code = Uint8Array.from({ length: MARK_BITS }, (_, at) => at & 1)

async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Uint8ClampedArray.from(data) }
}

function psnr(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at]! - other[at]!) ** 2
  return 10 * Math.log10(255 ** 2 / (sum / one.length))
}

test('MEDIA-03c the invisible mark stays above 40 dB in every kind of picture, and no level changes by more than four', async () => {
  for (let number = 0; number < 16; number += 1) {
    const pixels = await pixelsOf(await photoOf(number))
    const before = Uint8ClampedArray.from(pixels.data)
    drawChips(pixels, chipField(seed, pixels.width, pixels.height), code)
    expect(psnr(before, pixels.data), kindOf(number)).toBeGreaterThan(40)
    expect(
      pixels.data.reduce((most, level, at) => Math.max(most, Math.abs(level - before[at]!)), 0),
    ).toBeLessThanOrEqual(4)
    expect(pixels.data.some((level, at) => level !== before[at])).toBe(true)
  }
})

test('MEDIA-03c any part of a picture carries every bit, and another seed puts them elsewhere', () => {
  const field = chipField(seed, 960, 1_200)
  for (const [row, column] of [
    [0, 0],
    [48, 40],
    [90, 60],
  ] as const) {
    const bits = new Set<number>()
    for (let y = row; y < row + 6; y += 1)
      for (let x = column; x < column + 10; x += 1) bits.add(field.bits[y * 80 + x]!)
    expect(bits.size).toBe(MARK_BITS)
  }
  const other = chipField(
    seed.map((byte) => byte ^ 1),
    960,
    1_200,
  )
  const same = field.bits.filter((bit, at) => bit === other.bits[at]).length / field.bits.length
  expect(same).toBeLessThan(0.05)
  // The same in every size of a photo.
  expect(chipField(seed, 320, 400).bits.slice(0, 5_000)).toEqual(field.bits.slice(0, 5_000))
})

test('MEDIA-03a the text is drawn at 12 percent over light and dark, at every third of the picture', () => {
  const overlay = composeText('@brian_k 2026-11-23', 960, 1_200)
  for (const grey of [0, 128, 255]) {
    const pixels = { width: 960, height: 1_200, data: new Uint8ClampedArray(960 * 1_200 * 3).fill(grey) }
    drawText(pixels, overlay)
    for (let top = 0; top < 1_200; top += 400) {
      for (let left = 0; left < 960; left += 320) {
        let [most, changed] = [0, 0]
        for (let y = top; y < top + 400; y += 1) {
          for (let x = left; x < left + 320; x += 1) {
            const away = Math.abs(pixels.data[(y * 960 + x) * 3]! - grey)
            most = Math.max(most, away)
            if (away > 5) changed += 1
          }
        }
        // 12 % of the way to white, or to black.
        expect(most).toBeGreaterThan(grey === 128 ? 13 : 27)
        expect(most).toBeLessThanOrEqual(31)
        expect(changed / (400 * 320)).toBeGreaterThan(0.01)
        expect(changed / (400 * 320)).toBeLessThan(0.15)
      }
    }
  }
})

test('the longest name fits into the text, and names without letters of ours leave gaps', () => {
  const long = composeText(`@${'w'.repeat(30)} 2026-11-23`, 320, 400)
  expect(long.strengths.some((strength) => strength > 100)).toBe(true)
  expect(composeText('ŋŋŋ', 320, 400).strengths.every((strength) => strength === 0)).toBe(true)
})

async function greyOf(bytes: Uint8Array): Promise<Grey> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: Float32Array.from(data) }
}

test('MEDIA-03c a small copy with a tenth cut off is the nearest to its photo among forty', async () => {
  const photos = await Promise.all(Array.from({ length: 40 }, (_, number) => photoOf(number)))
  const stored = await Promise.all(
    photos.map(async (photo) => {
      const grey = await greyOf(photo)
      return FINGERPRINT_PARTS.map((part) => fingerprintOf(grey, part))
    }),
  )
  let first = 0
  for (const [number, photo] of photos.entries()) {
    const random = randomOf(number)
    const { width: w, height: h } = await sharp(photo).metadata()
    const [width, height] = [Math.round(w * 0.9), Math.round(h * 0.9)]
    const [left, top] = [Math.floor(random() * (w - width)), Math.floor(random() * (h - height))]
    const cut = await sharp(photo).extract({ left, top, width, height }).jpeg({ quality: 50 }).toBuffer()
    const copy = fingerprintOf(await greyOf(await sharp(cut).resize(400).jpeg({ quality: 50 }).toBuffer()))
    const distances = stored.map((parts) => Math.min(...parts.map((part) => differingBits(part, copy))))
    if (distances.filter((distance) => distance < distances[number]!).length < 2) first += 1
  }
  expect(first).toBe(40)
})
