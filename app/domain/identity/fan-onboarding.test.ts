import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countGraphemes, LONGEST_GRAPHEME } from '#app/platform/graphemes.ts'
import {
  cutDraft,
  FAN_STEPS,
  type FanFacts,
  fanStepFor,
  fanStepOf,
  firstUnfinishedStep,
  mayWriteDraft,
} from './fan-onboarding.ts'

const facts = fc.record({
  signedIn: fc.boolean(),
  setUp: fc.boolean(),
  entitled: fc.boolean(),
  alertsChosen: fc.boolean(),
})
const known = (values: Partial<FanFacts> = {}): FanFacts => ({
  signedIn: true,
  setUp: true,
  entitled: true,
  alertsChosen: true,
  ...values,
})

describe('the steps of the fan wizard', () => {
  test.each([
    [known({ signedIn: false }), 'intro'],
    [known({ setUp: false }), 'setup'],
    [known({ entitled: false, alertsChosen: false }), 'plan'],
    [known({ alertsChosen: false }), 'access'],
    [known(), 'done'],
  ] as const)('ONB-F-01 the first unfinished step of %j is %s', (about, step) => {
    expect(firstUnfinishedStep(about)).toBe(step)
  })

  test('ONB-F-03 access and the last step open only with real access, in every state', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...FAN_STEPS), (about, wanted) => {
        const step = fanStepFor(wanted, about)
        if (!about.entitled || !about.setUp || !about.signedIn) expect(['access', 'done']).not.toContain(step)
      }),
    )
  })

  test('ONB-F-01 the first unfinished step can’t be skipped, and requesting it opens it', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...FAN_STEPS), (about, wanted) => {
        const furthest = firstUnfinishedStep(about)
        expect(FAN_STEPS.indexOf(fanStepFor(wanted, about))).toBeLessThanOrEqual(FAN_STEPS.indexOf(furthest))
        expect(fanStepFor(furthest, about)).toBe(furthest)
        // The step that another one leads to is open: no redirect loop.
        const step = fanStepFor(wanted, about)
        expect(fanStepFor(step, about)).toBe(step)
      }),
    )
  })

  test('ONB-F-03 a person with access is not asked to pay again', () => {
    expect(fanStepFor('plan', known())).toBe('access')
    expect(fanStepFor('plan', known({ alertsChosen: false }))).toBe('access')
    expect(fanStepFor('setup', known())).toBe('setup')
  })

  test('ONB-F-01 old addresses name a step by its number', () => {
    expect(['1', '2', '3', '4', '5'].map(fanStepOf)).toEqual([...FAN_STEPS])
    expect(['0', '6', '', '3 ', '03', '1e0', '-1', null].map(fanStepOf)).toEqual(Array(8).fill(null))
  })
})

describe('the draft', () => {
  test('ONB-F-01 any typed text can be stored', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const cut = cutDraft({ displayName: text, day: text, month: text, year: text, city: text })
        for (const part of Object.values(cut)) {
          expect(part).not.toContain('\u0000')
          expect(part.isWellFormed()).toBe(true)
        }
        expect(countGraphemes(cut.displayName)).toBeLessThanOrEqual(120)
        expect(Array.from(cut.day).length).toBeLessThanOrEqual(4 * LONGEST_GRAPHEME)
      }),
    )
  })

  test('ONB-F-01 an outdated page may not write, unless it wrote the newest version itself', () => {
    const stored = { tab: 'a', version: 4 }
    expect(mayWriteDraft(null, { tab: 'b', version: 0 })).toBe(true)
    expect(mayWriteDraft(stored, { tab: 'b', version: 4 })).toBe(true)
    expect(mayWriteDraft(stored, { tab: 'b', version: 3 })).toBe(false)
    expect(mayWriteDraft(stored, { tab: 'a', version: 1 })).toBe(true)
    // A form without JavaScript has no page id.
    expect(mayWriteDraft({ tab: '', version: 4 }, { tab: '', version: 3 })).toBe(false)
    expect(mayWriteDraft(stored, { tab: 'a', version: 9 })).toBe(false)
  })
})
