import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addToDay } from '#app/domain/usage/day.ts'
import { countsFor, earnedUntil, type PassWeek, sharePass } from './share-rule.ts'

const MONDAY = '2026-11-09'
const creators = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
const aWeek = fc
  .record({
    earned: fc.nat(5_000_000),
    kept: fc.nat(5_000_000),
    ends: fc.boolean(),
    used: creators,
    days: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 5, maxLength: 5 }),
    followed: creators,
  })
  .map(({ earned, kept, ends, used, days, followed }): PassWeek => ({
    passId: 'pass',
    fanId: 'fan',
    earnedMinor: BigInt(earned),
    keptMinor: BigInt(kept),
    ends,
    used: used.map((creatorId, index) => ({ creatorId, weight: days[index]! })),
    followed,
  }))

describe('one pass in one week', () => {
  test('EARN-02 shared, kept and breakage together are what was earned and kept before', () => {
    fc.assert(
      fc.property(aWeek, fc.integer({ min: 0, max: 10_000 }), (week, fee) => {
        const { grossMinor, feeMinor, keptMinor, breakageMinor, lines } = sharePass(week, fee)
        expect(grossMinor + keptMinor + breakageMinor).toBe(week.earnedMinor + week.keptMinor)
        expect(week.ends ? keptMinor : breakageMinor).toBe(0n)
        const net = lines.reduce((sum, line) => sum + line.netMinor, 0n)
        expect(net).toBe(lines.length === 0 ? 0n : grossMinor - feeMinor)
        // The fee rounds down; only the fraction of a shilling of a price stays with it.
        expect(feeMinor * 100n <= grossMinor * BigInt(fee) + 100n * 100n).toBe(true)
        for (const line of lines) expect(line.netMinor % 100n).toBe(0n)
      }),
    )
  })

  test('EARN-02 only creators whom the fan used get anything, else only those followed, and more days never get less', () => {
    fc.assert(
      fc.property(aWeek, (week) => {
        const { lines, basis } = sharePass(week, 2_000)
        const allowed = basis === 'used' ? week.used.map(({ creatorId }) => creatorId) : week.followed
        expect(lines.map(({ creatorId }) => creatorId).toSorted()).toEqual(basis === 'none' ? [] : allowed.toSorted())
        const byWeight = lines.toSorted((one, other) => one.weight - other.weight)
        for (const [index, line] of byWeight.entries())
          if (index > 0 && line.weight > byWeight[index - 1]!.weight)
            expect(line.netMinor >= byWeight[index - 1]!.netMinor).toBe(true)
      }),
    )
  })

  test('EARN-02 the kept part is shared by use only, and is breakage only at the end', () => {
    const week = {
      passId: 'p',
      fanId: 'f',
      earnedMinor: 700_000n,
      keptMinor: 300_000n,
      ends: false,
      used: [],
      followed: [],
    }
    const used = [{ creatorId: 'a', weight: 1 }]
    expect(sharePass(week, 2_000)).toMatchObject({ basis: 'none', grossMinor: 0n, feeMinor: 0n, keptMinor: 1_000_000n })
    expect(sharePass({ ...week, followed: ['b'] }, 2_000)).toMatchObject({
      basis: 'followed',
      grossMinor: 700_000n,
      keptMinor: 300_000n,
    })
    expect(sharePass({ ...week, used, followed: ['b'] }, 2_000)).toMatchObject({
      basis: 'used',
      feeMinor: 200_000n,
      keptMinor: 0n,
      lines: [{ creatorId: 'a', netMinor: 800_000n }],
    })
    expect(sharePass({ ...week, ends: true }, 2_000)).toMatchObject({
      keptMinor: 0n,
      breakageMinor: 1_000_000n,
      lines: [],
    })
    expect(sharePass({ ...week, ends: true, followed: ['b'] }, 2_000)).toMatchObject({
      grossMinor: 700_000n,
      breakageMinor: 300_000n,
    })
    expect(sharePass({ ...week, ends: true, used }, 2_000)).toMatchObject({ grossMinor: 1_000_000n, breakageMinor: 0n })
  })

  test('EARN-02 over any weeks a pass earns its price, and nothing of it is lost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000_000 }),
        fc.integer({ min: 0, max: 400 }),
        fc.nat(6),
        fc.array(fc.tuple(creators, creators), { minLength: 60, maxLength: 60 }),
        (price, days, begins, weeks) => {
          const term = {
            priceMinor: BigInt(price),
            fromDay: addToDay(MONDAY, begins),
            toDay: addToDay(MONDAY, begins + days),
          }
          let [earned, kept, shared, breakage] = [0n, 0n, 0n, 0n]
          for (const [index, [used, followed]] of weeks.entries()) {
            const until = earnedUntil(term, addToDay(MONDAY, 7 * (index + 1)))
            const ends = term.toDay < addToDay(MONDAY, 7 * (index + 1))
            const week = { passId: 'p', fanId: 'f', earnedMinor: until - earned, keptMinor: kept, ends, followed }
            const result = sharePass({ ...week, used: used.map((creatorId) => ({ creatorId, weight: 1 })) }, 2_000)
            earned = until
            kept = result.keptMinor
            shared += result.grossMinor
            breakage += result.breakageMinor
          }
          expect(shared + breakage).toBe(term.priceMinor)
          expect(kept).toBe(0n)
        },
      ),
    )
  })

  test.each([
    ['the day before it begins', '2026-11-10', false],
    ['its first day', '2026-11-11', true],
    ['its last day', '2026-11-14', true],
    ['the day after it', '2026-11-15', false],
    ['the week before', '2026-11-08', false],
  ])('EARN-02 use counts on the days of the pass: %s', (_, day, counts) => {
    expect(countsFor({ fromDay: '2026-11-11', lastDay: '2026-11-14' }, MONDAY, day)).toBe(counts)
    expect(countsFor({ fromDay: '2026-11-01', lastDay: '2026-12-01' }, MONDAY, '2026-11-16')).toBe(false)
  })
})
