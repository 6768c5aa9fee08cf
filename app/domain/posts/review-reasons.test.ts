import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REVIEW_REASONS, type ReviewFacts, reviewReasons } from './policy.ts'
import { readPost } from './typed-post.ts'

const CLEAR: ReviewFacts = {
  approved: false,
  personDeclined: false,
  releaseMissing: false,
  looksBlocked: false,
  notCompared: false,
  creator: { reviewedPosts: 3, flagged: false },
}

test.each([
  [{}, []],
  [{ creator: { reviewedPosts: 2, flagged: false } }, ['new_creator']],
  [{ creator: { reviewedPosts: 9, flagged: true } }, ['flagged']],
  [{ creator: { reviewedPosts: 0, flagged: true } }, ['flagged', 'new_creator']],
  [{ looksBlocked: true }, ['blocked_match']],
  [{ notCompared: true }, ['not_compared']],
  [{ releaseMissing: true }, ['missing_release']],
  [{ releaseMissing: true, approved: true, looksBlocked: true }, ['missing_release']],
  [{ personDeclined: true, approved: true }, ['person_declined']],
  [{ approved: true, looksBlocked: true, creator: { reviewedPosts: 0, flagged: true } }, []],
] as const)('SAFE-01c a post with %o waits because of %o', (facts, reasons) => {
  expect(reviewReasons({ ...CLEAR, ...facts })).toEqual(reasons)
})

test('SAFE-01c the approval of a person answers every reason but a missing or a refused release', () => {
  const anyFacts = fc.record({
    approved: fc.boolean(),
    personDeclined: fc.boolean(),
    releaseMissing: fc.boolean(),
    looksBlocked: fc.boolean(),
    notCompared: fc.boolean(),
    creator: fc.record({ reviewedPosts: fc.nat(5), flagged: fc.boolean() }),
  })
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const reasons = reviewReasons(facts)
      expect(reasons.every((reason) => REVIEW_REASONS.includes(reason))).toBe(true)
      expect(reasons.includes('missing_release')).toBe(facts.releaseMissing)
      expect(reviewReasons({ ...facts, approved: true })).toEqual(
        reasons.filter((reason) => reason === 'person_declined' || reason === 'missing_release'),
      )
      expect(reasons.includes('person_declined')).toBe(facts.personDeclined)
    }),
  )
})

test('SAFE-02f who is shown is stated with every post that has media: others are named, or it is not sent', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const media = [{ kind: 'photo', mediaId: 'a' }] as const
  const shownOf = (shown: string, named: number, files: typeof media | [] = media) => {
    const { order, problems } = readPost({ caption: 'A', audience: 'public', shown }, { media: files, named, now })
    return order ? order.shown : problems.shown
  }
  expect(shownOf('', 0)).toBe('only_me')
  expect(shownOf('only_me', 0)).toBe('only_me')
  expect(shownOf('with_others', 0)).toBe('nobody_named')
  expect(shownOf('with_others', 1)).toBe('with_others')
  // Who is named stays named, whatever is chosen.
  expect(shownOf('only_me', 1)).toBe('with_others')
  expect(shownOf('with_others', 0, [])).toBeNull()
})
