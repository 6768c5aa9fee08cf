import { expect, test } from 'vitest'
import { canResume, presenceOf, tellsFollowers } from './presence.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)

test.each([
  [true, 0, 'live'],
  [true, 89, 'live'],
  [true, 90, 'lost'],
  [true, 15 * 60 - 1, 'lost'],
  [true, 15 * 60, 'away'],
  [false, 0, 'away'],
] as const)('DASH-01a a switch that is %s with a heartbeat %i seconds ago is %s', (isLive, seconds, presence) => {
  expect(presenceOf({ isLive, heartbeatAt: ago(seconds) }, NOW)).toBe(presence)
})

test('DASH-01a a switch without a heartbeat is away, and none resumes', () => {
  expect(presenceOf({ isLive: true, heartbeatAt: null }, NOW)).toBe('away')
  expect(canResume(null, NOW)).toBe(false)
})

test.each([
  [null, true],
  [0, false],
  [4 * 3_600 - 1, false],
  [4 * 3_600, true],
])('DASH-01c followers who were told %s seconds ago are told again: %s', (seconds, told) => {
  expect(tellsFollowers(seconds === null ? null : ago(seconds), NOW)).toBe(told)
})
