import { describe, expect, test } from 'vitest'
import { verificationAfter } from './verification.ts'

const at = new Date('2026-11-22T21:30:00Z')
const never = { approvedAt: null, feedRank: 5n, reverifyBy: null }

describe('the verification of a creator after a decision', () => {
  test('ONB-C-08 a first approval is valid for a year of Kampala, and puts the creator first in the feeds', () => {
    expect(verificationAfter('approved', never, at)).toEqual({
      approvedAt: at,
      feedRank: BigInt(at.getTime()),
      reverifyBy: new Date('2027-11-22T21:30:00Z'),
    })
  })

  test('ONB-C-08 a renewal before the end adds a year to the end, one after it begins now; the place in the feeds stays', () => {
    const approvedAt = new Date('2025-12-01T08:00:00Z')
    const early = { approvedAt, feedRank: 7n, reverifyBy: new Date('2026-12-01T08:00:00Z') }
    expect(verificationAfter('approved', early, at)).toEqual({
      approvedAt,
      feedRank: 7n,
      reverifyBy: new Date('2027-12-01T08:00:00Z'),
    })
    const late = { ...early, reverifyBy: new Date('2026-11-01T08:00:00Z') }
    expect(verificationAfter('approved', late, at).reverifyBy).toEqual(new Date('2027-11-22T21:30:00Z'))
  })

  test('ONB-C-08 a year after the 29th of February ends on the 28th, by the calendar of Kampala', () => {
    // Half past midnight of the 29th in Kampala is still the 28th in Greenwich.
    const leap = new Date('2028-02-28T21:30:00Z')
    expect(verificationAfter('approved', never, leap).reverifyBy).toEqual(new Date('2029-02-27T21:30:00Z'))
    const after = new Date('2028-02-29T21:30:00Z')
    expect(verificationAfter('approved', never, after).reverifyBy).toEqual(new Date('2029-02-28T21:30:00Z'))
  })

  test('ONB-C-08 a rejection ends the year and keeps when the creator was approved first', () => {
    const approved = { approvedAt: at, feedRank: 9n, reverifyBy: at }
    expect(verificationAfter('rejected', approved, at)).toEqual({ ...approved, reverifyBy: null })
  })
})
