import { expect, test } from 'vitest'
import { type BadgeFacts, badgesOf, topCreators } from './badges.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const plain: BadgeFacts = {
  verificationStatus: 'approved',
  reverifyBy: null,
  firstVisibleAt: daysAgo(31),
  topSince: null,
}

test('PROF-10a Verified is for documents that a person approved, until they have to be checked again', () => {
  expect(badgesOf(plain, NOW)).toEqual(['verified'])
  expect(badgesOf({ ...plain, reverifyBy: new Date(NOW.getTime() + 1) }, NOW)).toEqual(['verified'])
  expect(badgesOf({ ...plain, reverifyBy: NOW }, NOW)).toEqual([])
  for (const verificationStatus of ['draft', 'in_review', 'rejected'] as const)
    expect(badgesOf({ ...plain, verificationStatus }, NOW)).toEqual([])
})

test('PROF-10a New is for the first thirty days on which a creator is visible, to the second', () => {
  expect(badgesOf({ ...plain, firstVisibleAt: new Date(daysAgo(30).getTime() + 1) }, NOW)).toEqual(['verified', 'new'])
  expect(badgesOf({ ...plain, firstVisibleAt: daysAgo(30) }, NOW)).toEqual(['verified'])
  expect(badgesOf({ ...plain, firstVisibleAt: null }, NOW)).toEqual(['verified'])
})

const counts = (...fans: number[]) => fans.map((count, index) => ({ id: `creator ${index}`, fans: count }))

test('PROF-10a Top is for the tenth of creators with the most paying fans, and for nobody with fewer than ten', () => {
  expect(topCreators(counts(12, 40, 25), 20)).toEqual(new Set(['creator 1', 'creator 2']))
  expect(topCreators(counts(12, 40, 25), 10)).toEqual(new Set(['creator 1']))
  expect(topCreators(counts(12, 40, 25), 1_000)).toEqual(new Set(['creator 0', 'creator 1', 'creator 2']))
  expect(topCreators(counts(9, 8), 100)).toEqual(new Set())
  expect(topCreators([], 100)).toEqual(new Set())
  expect(topCreators(counts(10), 3)).toEqual(new Set(['creator 0']))
})

test('PROF-10a whoever has as many fans as the last of the top creators is one, too', () => {
  expect(topCreators(counts(30, 20, 20, 19), 20)).toEqual(new Set(['creator 0', 'creator 1', 'creator 2']))
})
