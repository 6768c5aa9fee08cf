import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canChangeState, type ChangedBy, stateOfSubmitted, type SubmittedFacts } from './lifecycle.ts'
import { POST_STATES, type PostState } from './post.ts'

const NOW = new Date('2026-11-23T09:00:00Z')
const WHO = ['creator', 'staff', 'system'] as const

/** Kept by hand: who may move a post where. Everything that is missing is refused. */
const ALLOWED: Record<string, readonly ChangedBy[]> = {
  'draft > published': ['creator'],
  'draft > scheduled': ['creator'],
  'draft > processing': ['creator'],
  'draft > in_review': ['creator'],
  'draft > deleted': ['creator'],
  'draft > removed': ['system'],
  'scheduled > draft': ['creator', 'system'],
  'scheduled > published': ['system'],
  'scheduled > processing': ['system'],
  'scheduled > in_review': ['system'],
  'scheduled > removed': ['staff', 'system'],
  'scheduled > deleted': ['creator'],
  'processing > draft': ['creator', 'system'],
  'processing > published': ['system'],
  'processing > scheduled': ['system'],
  'processing > in_review': ['system'],
  'processing > removed': ['staff', 'system'],
  'processing > deleted': ['creator'],
  'in_review > draft': ['creator', 'staff', 'system'],
  'in_review > published': ['staff', 'system'],
  'in_review > scheduled': ['staff', 'system'],
  'in_review > processing': ['staff', 'system'],
  'in_review > removed': ['staff', 'system'],
  'in_review > deleted': ['creator'],
  // Somebody who is shown in it has withdrawn the release.
  'published > in_review': ['system'],
  'published > archived': ['creator'],
  'published > removed': ['staff'],
  'published > deleted': ['creator'],
  'archived > in_review': ['system'],
  'archived > published': ['creator'],
  'archived > removed': ['staff'],
  'archived > deleted': ['creator'],
  'deleted > in_review': ['system'],
  'deleted > removed': ['staff'],
  'removed > draft': ['creator'],
}

describe('the states of a post', () => {
  test('DASH-03a DASH-03d each change of state is open to exactly those whom the table names', () => {
    for (const from of POST_STATES)
      for (const to of POST_STATES)
        for (const by of WHO)
          expect(canChangeState(from, to, by), `${from} > ${to} by ${by}`).toBe(
            ALLOWED[`${from} > ${to}`]?.includes(by) ?? false,
          )
  })

  test('SAFE-01c no way of changes leads a creator past a review: what left the drafts is published by the team or by a task', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...POST_STATES), { maxLength: 12 }), (wanted) => {
        let state: PostState = 'in_review'
        for (const to of wanted) if (to !== 'draft' && canChangeState(state, to, 'creator')) state = to
        expect(['in_review', 'deleted']).toContain(state)
      }),
    )
  })

  test('DASH-03a a removed post is only ever a draft of its creator again', () => {
    for (const to of POST_STATES)
      for (const by of WHO) expect(canChangeState('removed', to, by)).toBe(to === 'draft' && by === 'creator')
  })
})

describe('where a submitted post goes', () => {
  const anyFacts: fc.Arbitrary<SubmittedFacts> = fc.record({
    media: fc.constantFrom('ready', 'processing', 'failed'),
    blocked: fc.boolean(),
    needsReview: fc.boolean(),
    publishAt: fc.option(fc.date({ min: new Date('2026-11-01'), max: new Date('2027-05-01'), noInvalidDate: true })),
  })

  test.each([
    [{}, 'published'],
    [{ media: 'processing' }, 'processing'],
    [{ media: 'failed' }, 'draft'],
    [{ blocked: true }, 'removed'],
    [{ blocked: true, needsReview: true, media: 'processing' }, 'removed'],
    [{ needsReview: true }, 'in_review'],
    [{ needsReview: true, media: 'processing' }, 'processing'],
    [{ publishAt: new Date(NOW.getTime() + 1) }, 'scheduled'],
    [{ publishAt: NOW }, 'published'],
    [{ publishAt: new Date(NOW.getTime() + 1), needsReview: true }, 'in_review'],
    [{ publishAt: new Date(NOW.getTime() + 1), media: 'processing' }, 'scheduled'],
    [{ publishAt: NOW, media: 'processing' }, 'processing'],
  ] as const)('DASH-03a %o goes to %s', (facts, state) => {
    expect(
      stateOfSubmitted({ media: 'ready', blocked: false, needsReview: false, publishAt: null, ...facts }, NOW),
    ).toBe(state)
  })

  test('it is published only with ready media, after its review, and not before its time', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (stateOfSubmitted(facts, NOW) !== 'published') return
        expect(facts.media).toBe('ready')
        expect(facts.blocked).toBe(false)
        expect(facts.needsReview).toBe(false)
        expect(facts.publishAt === null || facts.publishAt <= NOW).toBe(true)
      }),
    )
  })

  test('a creator can submit whatever the facts are, and a task can settle it again', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const state = stateOfSubmitted(facts, NOW)
        const by = (to: typeof state) => (to === 'removed' ? 'system' : 'creator')
        if (state !== 'draft') expect(canChangeState('draft', state, by(state))).toBe(true)
        // Review ends by the team, or by the release that it waited for; everything else that waits goes on by a task.
        const next = stateOfSubmitted({ ...facts, media: 'ready', publishAt: null }, NOW)
        if ((state === 'scheduled' || state === 'processing') && next !== state)
          expect(canChangeState(state, next, 'system')).toBe(true)
      }),
    )
  })
})
