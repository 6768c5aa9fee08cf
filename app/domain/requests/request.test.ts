import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { CUSTOM_REQUEST } from '#app/domain/settings/constants.ts'
import { addDays } from '#app/platform/clock.ts'
import { offersFrom } from './offers.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { answerTime, isRequestPrice, readWords, requestStatus, timesOf, wantedDays } from './request.ts'

const at = new Date('2026-11-23T16:00:00Z')

describe('the words of a request', () => {
  test.each([
    ['A birthday wish', 'A birthday wish'],
    ['  two\r\nlines \n\n\n\n here ', 'two\nlines \n\n here'],
    ['hidden\u202e text\u0000', 'hidden text'],
    ['a family \u{1F469}\u200d\u{1F467}', 'a family \u{1F469}\u200d\u{1F467}'],
    ['x'.repeat(500), 'x'.repeat(500)],
    ['x'.repeat(501), null],
    ['', null],
    [' \n\u200b ', null],
  ])('PROF-07k %j', (typed, words) => {
    expect(readWords(typed)).toBe(words)
  })

  test('PROF-07k what is stored fits, and reads the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (typed) => {
        const words = readWords(typed)
        if (words === null) return
        expect(Array.from(words).length).toBeLessThanOrEqual(CUSTOM_REQUEST.wordsLength)
        expect(words).not.toMatch(/[\0\u202e\u200b]/)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the day that is wanted', () => {
  test.each([
    ['2026-11-24', '2026-11-24T21:00:00.000Z'],
    ['2026-12-23', '2026-12-23T21:00:00.000Z'],
    ['2026-11-23', null],
    ['2026-12-24', null],
    ['2026-11-31', null],
    ['25 Nov', null],
    ['2026-11-25T00:00', null],
  ])('PROF-07k %s is delivered by the end of that day in Kampala', (wantedBy, deliverBy) => {
    expect(timesOf(wantedBy, at)?.deliverBy.toISOString() ?? null).toBe(deliverBy)
  })

  test('PROF-07k an answer has 48 hours, at most until the delivery', () => {
    expect(timesOf('2026-11-30', at)?.answerBy).toEqual(addDays(at, 2))
    expect(timesOf('2026-11-24', at)?.answerBy.toISOString()).toBe('2026-11-24T21:00:00.000Z')
  })

  test('PROF-07k the first and the last day on offer are taken, at any time of the day', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
        const { first, last } = wantedDays(now)
        for (const day of [first, last]) {
          const times = timesOf(day, now)
          expect(times && times.answerBy > now && times.answerBy <= times.deliverBy).toBe(true)
          expect(times && kampalaDay(new Date(times.deliverBy.getTime() - 1))).toBe(day)
        }
      }),
    )
  })

  test('an answer that would be due after the delivery is due with it', () => {
    expect(answerTime(at, addDays(at, 1))).toEqual(addDays(at, 1))
  })
})

describe('the price', () => {
  test.each([
    ['nothing', 0n, false],
    ['a negative amount', -100_000n, false],
    ['a fraction of a shilling', 3_000_050n, false],
    ['UGX 1,000', 100_000n, true],
    ['less', 99_900n, false],
    ['UGX 5,000,000', 500_000_000n, true],
    ['more', 500_000_100n, false],
  ])('PROF-07k %s', (_, priceMinor, allowed) => {
    expect(isRequestPrice(priceMinor)).toBe(allowed)
  })

  test('PROF-07k a creator who has set nothing takes every kind at the standard price', () => {
    const offers = offersFrom([{ kind: 'video', is_on: false, min_price_minor: 9_000_000n }])
    expect(offers.photo).toEqual({ isOn: true, minPrice: { amountMinor: 3_000_000n, currency: 'UGX' } })
    expect(offers.video).toEqual({ isOn: false, minPrice: { amountMinor: 9_000_000n, currency: 'UGX' } })
  })
})

describe('the status at a moment', () => {
  const [soon, late] = [new Date(at.getTime() + 1), at]
  it.each([
    ['asked', soon, soon, 'held', 'asked'],
    ['asked', late, soon, 'held', 'lapsed'],
    ['asked', soon, soon, 'cancelled', 'lapsed'],
    ['price_changed', soon, soon, 'held', 'price_changed'],
    ['price_changed', late, soon, 'held', 'lapsed'],
    ['accepted', late, soon, 'held', 'accepted'],
    ['accepted', late, late, 'held', 'not_delivered'],
    ['accepted', late, soon, 'cancelled', 'not_delivered'],
    ['delivered', late, late, 'released', 'delivered'],
    ['declined', late, late, 'cancelled', 'declined'],
    ['withdrawn', late, late, 'cancelled', 'withdrawn'],
  ] as const)('%s: %#', (state, answerBy, deliverBy, holdState, status) => {
    expect(requestStatus({ state, answerBy, deliverBy, holdState, at })).toBe(status)
  })
})
