import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileLimitsOf } from '#app/domain/media/limits.ts'
import { standardSettings } from '#app/domain/settings/catalogue.ts'
import { largestUpload, SPOOL_LIMITS, UPLOAD_PLANS, UPLOAD_PURPOSES } from './limits.ts'
import { contentProblem, progressText, sizeProblem, sizeText, spoolProblem, uploadRefusalText } from './upload.ts'

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const MP4 = Buffer.from('\0\0\0\u0018ftypisom\0\0\0\0isommp42', 'latin1')
const LIMITS = fileLimitsOf(standardSettings(false))
const text = (message: string) => Buffer.from(message)

test.each(UPLOAD_PURPOSES)('MEDIA-01 %s accepts a file up to its limit and not one byte more', (purpose) => {
  const maxBytes = largestUpload(purpose, LIMITS)
  expect(sizeProblem(purpose, 0, LIMITS)).toEqual({ kind: 'empty' })
  expect(sizeProblem(purpose, 1, LIMITS)).toBeNull()
  expect(sizeProblem(purpose, maxBytes, LIMITS)).toBeNull()
  expect(sizeProblem(purpose, maxBytes + 1, LIMITS)).toEqual({ kind: 'too_heavy', purpose, maxBytes })
})

test('MEDIA-01 the content decides: a wrong file with a right name is refused for each purpose', () => {
  for (const purpose of UPLOAD_PURPOSES) {
    const photo = UPLOAD_PLANS[purpose].kind === 'photo'
    expect(contentProblem(purpose, JPEG)).toEqual(
      photo ? null : { kind: 'wrong_type', purpose, is: { called: 'a photo', kind: 'photo' } },
    )
    expect(contentProblem(purpose, MP4)).toEqual(
      photo ? { kind: 'wrong_type', purpose, is: { called: 'a video', kind: 'video' } } : null,
    )
    for (const wrong of [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '#EXTM3U\n',
      'ffconcat version 1.0\n',
      'RIFF____AVI ',
    ])
      expect(contentProblem(purpose, text(wrong)), wrong).toMatchObject({ kind: 'wrong_type' })
    const pdf =
      purpose === 'proof_of_address' ? null : { kind: 'wrong_type', purpose, is: { called: 'a PDF', kind: 'other' } }
    expect(contentProblem(purpose, text('%PDF-1.7')), purpose).toEqual(pdf)
  }
})

test('MEDIA-01 a HEIC photo is refused with advice', () => {
  const problem = contentProblem('avatar', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1'))!
  expect(uploadRefusalText(problem)).toContain('Most compatible')
})

test('MEDIA-01 progress is shown in KB and percent, in MB from ten MB on', () => {
  expect(progressText(268_000, 372_000)).toBe('268 of 372 KB, 72%')
  expect(progressText(604_000, 1_012_000)).toBe('604 of 1,012 KB, 59%')
  expect(progressText(6_100_000, 12_400_000)).toBe('6.1 of 12.4 MB, 49%')
  expect(progressText(0, 0)).toBe('0 of 0 KB, 0%')
  expect(sizeText(6_100_000)).toBe('6.1 MB')
  expect(sizeText(1_012_000)).toBe('1,012 KB')
})

test('MEDIA-01 progress never exceeds 100 percent, whatever is reported', () => {
  fc.assert(
    fc.property(fc.nat(300_000_000), fc.nat(300_000_000), (sent, of) => {
      const percent = Number(/(\d+)%$/.exec(progressText(sent, of))![1])
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
    }),
  )
})

test('MEDIA-01 everybody\u2019s files together stay within the spool and within half of the free disk', () => {
  const { maxBytes } = SPOOL_LIMITS
  const full = { kind: 'spool_full' }
  const large = maxBytes * 10
  expect(spoolProblem({ announcedBytes: maxBytes - 10, freeDiskBytes: large }, 10)).toBeNull()
  expect(spoolProblem({ announcedBytes: maxBytes - 10, freeDiskBytes: large }, 11)).toEqual(full)
  expect(spoolProblem({ announcedBytes: 0, freeDiskBytes: 1_000 }, 500)).toBeNull()
  expect(spoolProblem({ announcedBytes: 0, freeDiskBytes: 1_000 }, 501)).toEqual(full)
  expect(spoolProblem({ announcedBytes: 300, freeDiskBytes: 1_000 }, 201)).toEqual(full)
  expect(uploadRefusalText({ kind: 'spool_full' })).toContain('try again in an hour')
})
