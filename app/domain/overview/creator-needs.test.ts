import { describe, expect, test } from 'vitest'
import { addDays } from '#app/platform/clock.ts'
import { type FirstWeekFacts, firstWeekOf, type NeedFacts, needsOf } from './creator-needs.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const NONE = { count: 0, dueAt: null }
const CALM: NeedFacts = {
  answerMessages: NONE,
  answerRequests: NONE,
  deliverRequests: NONE,
  failedPosts: 0,
  postsInReview: 0,
  commentsWithoutReply: 0,
  visibleUntil: addDays(NOW, 6),
  nextWeekCovered: false,
  verificationDue: false,
  reverifyBy: addDays(NOW, 200),
}
const kinds = (change: Partial<NeedFacts>) => needsOf({ ...CALM, ...change }, NOW).map(({ kind }) => kind)

describe('what needs a creator', () => {
  test('is nothing where nothing waits', () => expect(needsOf(CALM, NOW)).toEqual([]))

  test('begins with the next deadline, and what has none comes after', () => {
    expect(
      kinds({
        answerMessages: { count: 3, dueAt: addDays(NOW, 1.8) },
        answerRequests: { count: 2, dueAt: addDays(NOW, 2) },
        deliverRequests: { count: 1, dueAt: addDays(NOW, 1) },
        failedPosts: 1,
        postsInReview: 3,
        commentsWithoutReply: 12,
        visibleUntil: addDays(NOW, 1.5),
      }),
    ).toEqual([
      'deliver_requests',
      'fee',
      'answer_messages',
      'answer_requests',
      'failed_posts',
      'comments',
      'posts_in_review',
    ])
  })

  test.each([
    [addDays(NOW, 3), false, []],
    [addDays(NOW, 2.9), false, ['fee']],
    [addDays(NOW, 2.9), true, []],
    [null, false, []],
  ])('names the fee when the page is visible until %s and the next week is covered: %s', (until, covered, expected) => {
    expect(kinds({ visibleUntil: until, nextWeekCovered: covered })).toEqual(expected)
  })

  test('names a verification only when it is asked for', () => {
    expect(kinds({ verificationDue: true })).toEqual(['verification'])
    expect(kinds({ reverifyBy: addDays(NOW, 1) })).toEqual([])
  })
})

describe('the first week', () => {
  const fresh: FirstWeekFacts = {
    firstVisibleAt: null,
    hasAvatar: false,
    publishedPosts: 0,
    hasPayoutAccount: false,
    invitesSent: 0,
    followers: 0,
    visible: false,
  }
  const done: FirstWeekFacts = {
    firstVisibleAt: NOW,
    hasAvatar: true,
    publishedPosts: 1,
    hasPayoutAccount: true,
    invitesSent: 1,
    followers: 0,
    visible: true,
  }

  test('lists what is done and what is not', () => {
    expect(firstWeekOf({ ...fresh, hasAvatar: true, visible: true }, NOW)).toEqual({
      avatar: true,
      post: false,
      payout_account: false,
      invite: false,
      fee: true,
    })
    expect(firstWeekOf({ ...fresh, followers: 1 }, NOW)?.invite).toBe(true)
  })

  test('is over once everything is done, and seven days after the page was visible for the first time', () => {
    expect(firstWeekOf(done, NOW)).toBeNull()
    expect(firstWeekOf({ ...done, publishedPosts: 0 }, NOW)?.post).toBe(false)
    expect(firstWeekOf({ ...fresh, firstVisibleAt: addDays(NOW, -6.9) }, NOW)).not.toBeNull()
    expect(firstWeekOf({ ...fresh, firstVisibleAt: addDays(NOW, -7) }, NOW)).toBeNull()
  })
})
