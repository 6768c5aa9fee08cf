import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber, dayOfNumber, readCode, WORD_BITS, wordOf } from './code.ts'

const aCode = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const aDay = fc.integer({ min: 0, max: 4_095 })
/** A mark as it is read: this clear, and some of its bits doubtful and wrong. */
function leaningsOf(word: Uint8Array, clarity: number, wrong: readonly number[] = []): number[] {
  return Array.from(word, (bit, at) => (bit === 1 ? 1 : -1) * (wrong.includes(at) ? -0.2 : clarity))
}

test('MEDIA-03c a mark says the code and the day that were put into it', () => {
  fc.assert(
    fc.property(aCode, aDay, (code, day) => {
      const word = wordOf({ code, day })
      expect(word).toHaveLength(WORD_BITS)
      expect(readCode(leaningsOf(word, 3))).toMatchObject({ code, day, corrected: 0 })
    }),
  )
})

test('MEDIA-03c bits that are read wrong are corrected while they are the least certain', () => {
  const wrong = fc.uniqueArray(fc.integer({ min: 0, max: WORD_BITS - 1 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(aCode, aDay, wrong, (code, day, bits) => {
      const read = readCode(leaningsOf(wordOf({ code, day }), 3, bits))
      // With many wrong bits another word with a true check may be as near; it is then of no account.
      if (bits.length <= 3) expect(read).toMatchObject({ code, day, corrected: bits.length })
      else expect(read).not.toBeNull()
    }),
  )
})

test('MEDIA-03c what is as unclear as chance names nobody, also where the check holds', () => {
  fc.assert(
    fc.property(aCode, aDay, (code, day) => {
      expect(readCode(leaningsOf(wordOf({ code, day }), 1.4))).toBeNull()
    }),
  )
})

test('MEDIA-03c of 20,000 pictures of chance none is read', () => {
  let seed = 1
  const random = () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  let [read, clearest] = [0, 0]
  for (let picture = 0; picture < 20_000; picture += 1) {
    const leanings = Array.from({ length: WORD_BITS }, normal)
    clearest = Math.max(clearest, leanings.reduce((sum, one) => sum + Math.abs(one), 0) / WORD_BITS)
    if (readCode(leanings)) read += 1
  }
  expect(read).toBe(0)
  // The threshold stands far above what chance reached.
  expect(clearest).toBeLessThan(1.25)
})

test('the chance of a wrong name falls with the clarity, and is stated for a million accounts', () => {
  const word = wordOf({ code: 77, day: 3 })
  const [faint, clear] = [readCode(leaningsOf(word, 1.55))!, readCode(leaningsOf(word, 4))!]
  expect(faint.chance).toBeLessThan(1e-12)
  expect(clear.chance).toBeLessThan(faint.chance)
})

test('the day of a mark is the latest with its number', () => {
  expect(dayOfNumber(dayNumber('2026-11-23'), '2026-11-23')).toBe('2026-11-23')
  expect(dayOfNumber(dayNumber('2026-11-20'), '2026-12-01')).toBe('2026-11-20')
  // After eleven years the numbers begin again.
  expect(dayOfNumber(dayNumber('2038-05-05'), '2038-06-01')).toBe('2038-05-05')
})
