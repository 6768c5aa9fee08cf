import { describe, expect, test } from 'vitest'
import { dashedName, isOnline, startOfToday } from './creator.ts'
import { isVisible, type VisibilityFacts } from './visibility.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T12:00:01Z')
const visible: VisibilityFacts = {
  verificationStatus: 'approved',
  accountStatus: 'active',
  isBlocked: false,
  paidUntil: LATER,
}

describe('FEED-07 a creator is visible only when all conditions hold', () => {
  const cases: [string, Partial<VisibilityFacts>, boolean][] = [
    ['approved, active, not blocked, paid', {}, true],
    ['draft', { verificationStatus: 'draft' }, false],
    ['in review', { verificationStatus: 'in_review' }, false],
    ['rejected', { verificationStatus: 'rejected' }, false],
    ['suspended', { accountStatus: 'suspended' }, false],
    ['closed', { accountStatus: 'closed' }, false],
    ['blocked', { isBlocked: true }, false],
    ['never paid', { paidUntil: null }, false],
    ['paid until exactly now', { paidUntil: NOW }, false],
  ]
  test.each(cases)('%s', (_, facts, expected) => {
    expect(isVisible({ ...visible, ...facts }, NOW)).toBe(expected)
  })
})

test('FEED-01 live requires the switch and a heartbeat of less than 90 seconds ago', () => {
  const heard = (secondsAgo: number): Date => new Date(NOW.getTime() - secondsAgo * 1_000)
  expect(isOnline({ isLive: true, heartbeatAt: heard(89) }, NOW)).toBe(true)
  expect(isOnline({ isLive: true, heartbeatAt: heard(90) }, NOW)).toBe(false)
  expect(isOnline({ isLive: false, heartbeatAt: heard(1) }, NOW)).toBe(false)
  expect(isOnline({ isLive: true, heartbeatAt: null }, NOW)).toBe(false)
})

test('PROF-01 today begins at midnight in Kampala', () => {
  expect(startOfToday(new Date('2026-11-21T20:59:59Z')).toISOString()).toBe('2026-11-20T21:00:00.000Z')
  expect(startOfToday(new Date('2026-11-21T21:00:00Z')).toISOString()).toBe('2026-11-21T21:00:00.000Z')
})

test('ROUTE-05 a display name goes into an address in lower case with dashes', () => {
  expect(dashedName(' Amina  K ')).toBe('amina-k')
  expect(dashedName('Zoë Apio')).toBe('zoë-apio')
})
