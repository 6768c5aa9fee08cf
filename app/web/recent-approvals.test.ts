import { expect, test } from 'vitest'
import { type RecentApproval, RecentApprovals } from './recent-approvals.server.ts'

const approval = (checkedAt: number): RecentApproval => ({ checkedAt }) as RecentApproval

test('MEDIA-02d a check counts for 800 ms from its beginning, and only for the same request', () => {
  let at = 10_000
  const approvals = new RecentApprovals(() => at)
  const kept = approval(10_000)
  approvals.keep('file, session', kept)
  expect(approvals.find('file, session')).toBe(kept)
  expect(approvals.find('file, another session')).toBeNull()
  at = 10_800
  expect(approvals.find('file, session')).toBe(kept)
  at = 10_801
  expect(approvals.find('file, session')).toBeNull()
})

test('MEDIA-02d a check that took too long is not kept, and none survives the end of a right', () => {
  const approvals = new RecentApprovals(() => 10_000)
  approvals.keep('late', approval(9_100))
  expect(approvals.find('late')).toBeNull()
  approvals.keep('in time', approval(9_900))
  approvals.forgetAll()
  expect(approvals.find('in time')).toBeNull()
})

test('a crowd of viewers takes a bounded place', () => {
  const approvals = new RecentApprovals(() => 10_000)
  for (let viewer = 0; viewer < 5_000; viewer += 1) approvals.keep(`viewer ${viewer}`, approval(10_000))
  expect(approvals.size).toBe(2_000)
  expect(approvals.find('viewer 4999')).not.toBeNull()
  expect(approvals.find('viewer 0')).toBeNull()
})
