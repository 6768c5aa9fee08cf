import type { Variant } from '#app/domain/media/streams.ts'

/**
 * Which of its two variants an account gets of each segment of a video. The variants differ by a faint pattern; the sequence that a copy
 * shows names the account, also from the middle of a video and with some segments misread.
 */
export function segmentVariant(code: number, segmentIndex: number): Variant {
  let mixed = (code ^ Math.imul(segmentIndex + 1, 0x9e_37_79_b1)) >>> 0
  for (let round = 0; round < 3; round += 1) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35)
    mixed = (mixed ^ (mixed >>> 16) ^ Math.imul(segmentIndex, 0x27_d4_eb_2f)) >>> 0
  }
  return (mixed & 1) === 1 ? 'a' : 'b'
}

/** What was read of a segment; null where it could not be told. */
export type SegmentRead = { index: number; variant: Variant | null }

/** A name is given where chance would give one less than once in a million copies, however many accounts there are. */
const MAX_CHANCE = 1e-6

/**
 * The account whose variants the segments are; null where too few were read, or none fits well enough. `tries`: in how many ways the copy
 * was read, of which this is one.
 */
export function traceSegments<Account extends { code: number }>(
  segments: readonly SegmentRead[],
  accounts: readonly Account[],
  tries = 1,
): { account: Account; matched: number; of: number; chance: number } | null {
  const read = segments.filter((segment): segment is { index: number; variant: Variant } => segment.variant !== null)
  let best: { account: Account; matched: number } | null = null
  for (const account of accounts) {
    let matched = 0
    for (const { index, variant } of read) if (segmentVariant(account.code, index) === variant) matched += 1
    if (!best || matched > best.matched) best = { account, matched }
  }
  if (!best) return null
  const chance = Math.min(1, tries * accounts.length * chanceOfMatches(read.length, best.matched))
  return chance <= MAX_CHANCE ? { ...best, of: read.length, chance } : null
}

/** How often so many of the segments or more fit an account that did not open the copy: a coin thrown for each. */
function chanceOfMatches(of: number, matched: number): number {
  let [sum, term] = [0, 0.5 ** of]
  for (let count = of; count >= matched; count -= 1) {
    sum += term
    term = (term * count) / (of - count + 1)
  }
  return sum
}
