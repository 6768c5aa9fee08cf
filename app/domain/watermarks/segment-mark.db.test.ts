import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '#app/platform/id.ts'
import { makePerson } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { photoOf } from '#tests/support/photos.ts'
import { codeOfAccount, forgetCodes } from './account-code.server.ts'
import { forgetKeyOfMarks } from './pattern-seed.server.ts'
import { readVariant, traceSegmentReads, variantPattern } from './segment-mark.server.ts'
import { segmentVariant, type SegmentRead, type Variant } from './segments.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })
useDatabase()

const folder = mkdtempSync(join(tmpdir(), 'peach-segments-'))
const at = (name: string) => join(folder, name)
const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
const SHAPE = { width: 1_280, height: 720 }
const mediaId = newId()

beforeAll(async () => {
  forgetKeyOfMarks()
  forgetCodes()
  // Two seconds over a photo that moves.
  writeFileSync(at('photo.jpg'), await photoOf(16))
  const pan = 'scale=1600:-2,zoompan=z=1.1:x=on*2:y=on:d=50:s=1280x720:fps=25'
  ffmpeg('-i', at('photo.jpg'), '-vf', `${pan},format=yuv420p`, '-c:v', 'libx264', '-crf', '18', at('original.mp4'))
  for (const variant of ['a', 'b'] as const) {
    writeFileSync(at(`${variant}.png`), await variantPattern(mediaId, variant, SHAPE))
    const overlay = '[1]scale=1280:720:flags=bicubic[p];[0][p]overlay=format=auto,format=yuv420p'
    const sources = ['-i', at('original.mp4'), '-i', at(`${variant}.png`)]
    ffmpeg(
      ...sources,
      '-filter_complex',
      overlay,
      '-c:v',
      'libx264',
      '-crf',
      '23',
      '-preset',
      'veryfast',
      at(`${variant}.mp4`),
    )
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function frameOf(video: string, second: string): Buffer {
  ffmpeg('-ss', second, '-i', at(video), '-frames:v', '1', at(`${video}.png`))
  return readFileSync(at(`${video}.png`))
}

test('MEDIA-03b the two variants of a segment are told apart after the copy was encoded again at half its size', async () => {
  for (const variant of ['a', 'b'] as const) {
    ffmpeg('-i', at(`${variant}.mp4`), '-vf', 'scale=640:-2', '-c:v', 'libx264', '-crf', '30', at('leak.mp4'))
    for (const second of ['0.4', '1.4'])
      expect(await readVariant(mediaId, frameOf('leak.mp4', second), frameOf('original.mp4', second))).toBe(variant)
  }
  // Without a mark it does not tell.
  ffmpeg('-i', at('original.mp4'), '-vf', 'scale=640:-2', '-c:v', 'libx264', '-crf', '30', at('leak.mp4'))
  expect(await readVariant(mediaId, frameOf('leak.mp4', '0.4'), frameOf('original.mp4', '0.4'))).toBeNull()
})

test('MEDIA-03b the variants of a leaked video name the account that got them', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => makePerson()))
  const codes = await Promise.all(people.map(({ id }) => codeOfAccount(id)))
  const segments = Array.from({ length: 50 }, (_, index): SegmentRead => {
    const variant: Variant = segmentVariant(codes[7]!, index)
    // Every tenth could not be read, and one was misread.
    if (index % 10 === 0) return { index, variant: null }
    return { index, variant: index === 5 ? (variant === 'a' ? 'b' : 'a') : variant }
  })
  expect((await traceSegmentReads(segments))?.accountId).toBe(people[7]!.id)
  expect(await traceSegmentReads(segments.slice(0, 12))).toBeNull()
})
