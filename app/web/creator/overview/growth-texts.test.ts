import { expect, test } from 'vitest'
import { audienceTexts, weekTexts } from './growth-texts.ts'

test('DASH-02 followers and subscribers by day have three figures in a row, the newest day first', () => {
  const { rows, followers, subscribers } = audienceTexts({
    before: { followers: 10, subscribers: 3 },
    days: [
      { day: '2026-11-22', newFollowers: 0, followers: 10, subscribers: 3 },
      { day: '2026-11-23', newFollowers: 2, followers: 12, subscribers: 1 },
    ],
  })
  expect(rows).toEqual([
    ['23 Nov', '12 (+2)', '1'],
    ['22 Nov', '10 (+0)', '3'],
  ])
  expect([followers, subscribers]).toEqual(['+2 in 30 days', '\u22122 in 30 days'])
})

test('DASH-02 a week has a figure for each kind that brought most, for the others and for all', () => {
  const sums = [
    ['tip', 50_000n],
    ['unlock', 40_000n],
    ['message', 30_000n],
    ['subscription', 20_000n],
    ['pass_share', 10_000n],
  ] as const
  const texts = weekTexts([{ monday: '2026-11-23', netMinor: 150_000n, bySource: new Map(sums) }])
  expect(texts!.kinds).toEqual(['Tips', 'Unlocks', 'Chat', 'Other'])
  expect(texts!.weeks[0]).toEqual({
    day: '2026-11-23',
    shillings: [500, 400, 300, 300],
    cells: ['23 Nov', '500', '400', '300', '300', '1,500'],
  })
  expect(weekTexts([{ monday: '2026-11-23', netMinor: 0n, bySource: new Map() }])).toBeNull()
})
