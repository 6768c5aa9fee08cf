import { addKampalaYear } from '#app/platform/kampala-time.ts'

export type Verification = { approvedAt: Date | null; feedRank: bigint; reverifyBy: Date | null }

/**
 * The verification of a creator after a person's decision. An approval is valid for a year; one that is renewed early loses no day. Whoever
 * is approved for the first time comes first in the feeds, once.
 */
export function verificationAfter(decision: 'approved' | 'rejected', before: Verification, at: Date): Verification {
  if (decision === 'rejected') return { ...before, reverifyBy: null }
  const from = before.reverifyBy && before.reverifyBy > at ? before.reverifyBy : at
  return {
    approvedAt: before.approvedAt ?? at,
    feedRank: before.approvedAt ? before.feedRank : BigInt(at.getTime()),
    reverifyBy: addKampalaYear(from),
  }
}
