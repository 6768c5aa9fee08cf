import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentVariant, type SegmentRead, traceSegments } from './segments.ts'

const ACCOUNTS = Array.from({ length: 20_000 }, (_, nth) => ({
  id: nth,
  code: Math.imul(nth + 1, 2_654_435_761) >>> 0,
}))

function readsOf(code: number, from: number, count: number, wrong: ReadonlySet<number> = new Set()): SegmentRead[] {
  return Array.from({ length: count }, (_, nth) => {
    const [index, variant] = [from + nth, segmentVariant(code, from + nth)]
    return { index, variant: wrong.has(nth) ? (variant === 'a' ? 'b' : 'a') : variant }
  })
}

test('MEDIA-03b the variants of an account are half of each kind, and two accounts share about half', () => {
  for (const code of [0, 1, 2, 0xff_ff_ff_ff, 123_456_789]) {
    const mine = readsOf(code, 0, 400)
    const others = readsOf((code ^ 1) >>> 0, 0, 400)
    const [ofA, same] = [
      mine.filter(({ variant }) => variant === 'a').length,
      mine.filter(({ variant }, at) => variant === others[at]!.variant).length,
    ]
    for (const count of [ofA, same]) expect(Math.abs(count - 200)).toBeLessThan(50)
  }
})

test('MEDIA-03b eighty segments from any place in a video name their account, with eight of them read wrong', () => {
  const wrong = fc.uniqueArray(fc.integer({ min: 0, max: 79 }), { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.constantFrom(...ACCOUNTS.slice(0, 500)),
      fc.integer({ min: 0, max: 300 }),
      wrong,
      (account, from, bits) => {
        const traced = traceSegments(readsOf(account.code, from, 80, new Set(bits)), ACCOUNTS)
        expect(traced?.account).toBe(account)
        expect(traced?.matched).toBe(80 - bits.length)
      },
    ),
    { numRuns: 20 },
  )
})

test('MEDIA-03b too few segments, and those of nobody, name nobody', () => {
  expect(traceSegments(readsOf(ACCOUNTS[7]!.code, 0, 20), ACCOUNTS)).toBeNull()
  expect(traceSegments([], ACCOUNTS)).toBeNull()
  expect(traceSegments(readsOf(ACCOUNTS[7]!.code, 0, 60), [])).toBeNull()
  // A code that no account has.
  for (let other = 0; other < 20; other += 1)
    expect(traceSegments(readsOf(0xab_cd_00 + other, 0, 60), ACCOUNTS)).toBeNull()
  const unread = readsOf(ACCOUNTS[7]!.code, 0, 60).map(({ index }): SegmentRead => ({ index, variant: null }))
  expect(traceSegments(unread, ACCOUNTS)).toBeNull()
})
