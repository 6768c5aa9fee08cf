import { MOST_TAGS, readTags, TAGS } from '#app/domain/creators/tags.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DOCUMENT_KINDS } from '#app/domain/documents/document.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import {
  ADDRESS_PROOF_MONTHS,
  readAddressDate,
  readDailyGoal,
  readSubscriptionPrice,
  STANDARD_PRICES,
} from './application.ts'
import { cutDraft, DRAFT_FIELDS, readDraft } from './draft.ts'
import { estimateEarnings } from './estimate.ts'
import {
  firstUnfinishedStep,
  openSteps,
  PAGE_STEPS,
  type PageStep,
  type RedoStep,
  stepBefore,
  stepFor,
  type StepFacts,
  requiredDocuments,
  WIZARD_STEPS,
} from './steps.ts'

describe('tags', () => {
  test('ONB-C-02 a fourth tag is refused', () => {
    expect(readTags(['new', 'vip', 'music'])).toEqual({ value: ['new', 'vip', 'music'], problem: null })
    expect(readTags(['new', 'vip', 'music', 'dancer']).problem).toBe('too_many')
  })

  test('ONB-C-02 no tag is as valid as three, a repeated tag counts once, and an unknown tag is refused', () => {
    expect(readTags([]).value).toEqual([])
    expect(readTags(['vip', 'vip', 'vip', 'vip']).value).toEqual(['vip'])
    expect(readTags(['new', 'admin']).problem).toBe('unknown')
    expect(readTags(['__proto__']).problem).toBe('unknown')
  })

  test('ONB-C-02 any input gives at most three tags of the list, each once', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...TAGS), fc.string())), (typed) => {
        const { value } = readTags(typed)
        if (value === null) return
        expect(value.length).toBeLessThanOrEqual(MOST_TAGS)
        expect(new Set(value).size).toBe(value.length)
        expect(TAGS).toEqual(expect.arrayContaining(value))
      }),
    )
  })
})

describe('prices and goals', () => {
  test('ONB-C-03 50,000 is the default price of a post', () => expect(STANDARD_PRICES.post).toBe(5_000_000n))

  test('ONB-C-04 only the values on offer are accepted', () => {
    for (const shillings of [120_000, 180_000, 250_000, 350_000])
      expect(readSubscriptionPrice(String(shillings)).value).toBe(BigInt(shillings) * 100n)
    for (const shillings of [50_000, 100_000, 200_000, 500_000])
      expect(readDailyGoal(String(shillings)).value).toBe(BigInt(shillings) * 100n)
    expect(readSubscriptionPrice('1')).toEqual({ value: null, problem: 'invalid' })
    expect(readSubscriptionPrice('')).toEqual({ value: null, problem: 'missing' })
    expect(readDailyGoal('100K').problem).toBe('invalid')
    expect(STANDARD_PRICES).toMatchObject({ subscription: 18_000_000n, goal: 10_000_000n })
  })

  test('ONB-C-04 the estimate is the price times 20 plus the goal times 30, minus our fees', () => {
    const sum = estimateEarnings(
      { subscriptionPriceMinor: 18_000_000n, dailyGoalMinor: 10_000_000n },
      { platformFeePercentage: 20, weeklyFeeMinor: 6_000_000n },
    )
    const shown = (minor: bigint) => formatMoney({ amountMinor: minor, currency: 'UGX' })
    expect(shown(sum.gross)).toBe('UGX\u00a06,600,000')
    expect(shown(sum.platformFee)).toBe('UGX\u00a01,320,000')
    expect(shown(sum.weeklyFees)).toBe('UGX\u00a0240,000')
    expect(shown(sum.keep)).toBe('UGX\u00a05,040,000')
  })

  test('ONB-C-04 the sums on the page add up, whatever settings the owner chooses', () => {
    const minor = fc.integer({ min: 1, max: 1_000_000 }).map((shillings) => BigInt(shillings) * 100n)
    fc.assert(
      fc.property(minor, minor, fc.integer({ min: 0, max: 100 }), minor, (price, goal, percentage, weekly) => {
        const sum = estimateEarnings(
          { subscriptionPriceMinor: price, dailyGoalMinor: goal },
          { platformFeePercentage: percentage, weeklyFeeMinor: weekly },
        )
        expect(sum.subscriptions + sum.goals - sum.platformFee - sum.weeklyFees).toBe(sum.keep)
        expect(sum.gross).toBe(price * 20n + goal * 30n)
        expect(sum.platformFee % 100n).toBe(0n)
      }),
    )
  })
})

describe('the date on a proof of address', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const read = (day: string, month: string, year: string, now = at) => readAddressDate({ day, month, year }, now)

  test.each([
    ['21', '11', '2026', null],
    ['22', '8', '2026', null],
    ['21', '8', '2026', 'too_old'],
    ['20', '8', '2026', 'too_old'],
    ['22', '11', '2026', 'in_the_future'],
    ['1', '1', '2020', 'too_old'],
    ['31', '2', '2026', 'invalid'],
    ['', '', '', 'missing'],
    ['21', '', '2026', 'invalid'],
    ['today', '11', '2026', 'invalid'],
  ])('ONB-C-08 %s %s %s is validated on 21 November 2026', (day, month, year, problem) => {
    expect(read(day, month, year).problem).toBe(problem)
  })

  test('ONB-C-08 the day is the day in Kampala, and short months end on their last day', () => {
    // 22:30 of the 21st in UTC is the 22nd in Kampala.
    expect(read('22', '11', '2026', new Date('2026-11-21T22:30:00Z')).problem).toBeNull()
    const lastOfMay = new Date('2026-05-31T09:00:00Z')
    expect(read('1', '3', '2026', lastOfMay).problem).toBeNull()
    expect(read('28', '2', '2026', lastOfMay).problem).toBe('too_old')
    expect(ADDRESS_PROOF_MONTHS).toBe(3)
  })

  test('ONB-C-08 a date is accepted exactly while it is not in the future and under three months old', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 400 }), (daysAgo) => {
        const on = new Date(at.getTime() - daysAgo * 86_400_000)
        const { problem } = read(String(on.getUTCDate()), String(on.getUTCMonth() + 1), String(on.getUTCFullYear()))
        expect(problem).toBe(daysAgo < 0 ? 'in_the_future' : daysAgo >= 92 ? 'too_old' : null)
      }),
    )
  })
})

describe('which page opens', () => {
  const facts = (values: Partial<StepFacts>): StepFacts => ({ state: 'draft', done: [], redo: [], ...values })

  test('ONB-C-07 the wizard opens at the first unfinished page, and later pages lead there', () => {
    expect(stepFor('verification', facts({ state: null }))).toBe('profile')
    expect(stepFor('prices', facts({ done: ['profile'] }))).toBe('first_post')
    expect(stepFor('profile', facts({ done: ['profile', 'first_post'] }))).toBe('profile')
    expect(stepFor('verification', facts({ done: ['profile', 'first_post', 'prices'] }))).toBe('verification')
  })

  test('ONB-C-01 Back goes one step, and from the first page it leaves the wizard', () => {
    const all = facts({ done: ['profile', 'first_post', 'prices'] })
    expect(WIZARD_STEPS.map((step) => stepBefore(step, all))).toEqual([null, 'profile', 'first_post', 'prices'])
  })

  test('ONB-C-05 no page opens during the review or after it', () => {
    for (const state of ['in_review', 'approved', 'rejected'] as const) {
      expect(openSteps(facts({ state }))).toEqual([])
      for (const step of WIZARD_STEPS) expect(stepFor(step, facts({ state }))).toBeNull()
    }
  })

  test('ONB-C-05 after changes are requested only the failed pages and the last page open', () => {
    const again = facts({ state: 'changes_requested', redo: ['first_post', 'selfie'] })
    expect(openSteps(again)).toEqual(['first_post', 'verification'])
    expect(stepFor('profile', again)).toBe('first_post')
    expect(stepFor('verification', again)).toBe('first_post')
    expect(stepFor('verification', { ...again, done: ['first_post'] })).toBe('verification')
    expect(requiredDocuments(again, DOCUMENT_KINDS)).toEqual(['selfie'])
    expect(requiredDocuments(facts({}), DOCUMENT_KINDS)).toEqual([...DOCUMENT_KINDS])
  })

  test('ONB-C-07 whatever is finished or failed, an unfinished page can’t be skipped, and there is always a next page', () => {
    const redo = fc.subarray<RedoStep>([...PAGE_STEPS, ...DOCUMENT_KINDS], { minLength: 1 })
    const state = fc.constantFrom(null, 'draft' as const, 'changes_requested' as const)
    fc.assert(
      fc.property(
        state,
        fc.subarray<PageStep>([...PAGE_STEPS]),
        redo,
        fc.constantFrom(...WIZARD_STEPS),
        (where, done, failed, wanted) => {
          const given = facts({ state: where, done, redo: failed })
          const opened = stepFor(wanted, given)!
          const furthest = firstUnfinishedStep(given)!
          expect(openSteps(given)).toContain(opened)
          expect(WIZARD_STEPS.indexOf(opened)).toBeLessThanOrEqual(WIZARD_STEPS.indexOf(furthest))
          // Requested again, the page that opened opens again: no redirect loop.
          expect(stepFor(opened, given)).toBe(opened)
        },
      ),
    )
  })
})

describe('drafts', () => {
  test('ONB-C-07 any text can be stored: only known fields, cut to length, and without characters that the database refuses', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WIZARD_STEPS),
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom('bio', 'other', '__proto__')),
          fc.string({ unit: 'binary' }),
        ),
        (step, typed) => {
          const kept = cutDraft(step, typed)
          for (const [name, text] of Object.entries(kept)) {
            expect(Object.keys(DRAFT_FIELDS[step])).toContain(name)
            expect(Array.from(text).length).toBeLessThanOrEqual(DRAFT_FIELDS[step][name]!)
            expect(text).not.toMatch(/\u0000|[\ud800-\udfff]/u)
          }
          // Storing and reading it again changes nothing.
          expect(readDraft(step, JSON.parse(JSON.stringify(kept)))).toEqual(kept)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a row with unexpected content is read as an empty draft', () => {
    expect(readDraft('profile', null)).toEqual({})
    expect(readDraft('profile', ['x'])).toEqual({})
    expect(readDraft('profile', { bio: 7, city: 'Gulu', role: 'owner' })).toEqual({ city: 'Gulu' })
  })
})
