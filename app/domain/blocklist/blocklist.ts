/**
 * At most so many of the 256 bits differ between a blocked photo and a copy of it. Two other photos differ in 128, give or take 8: ten
 * deviations more. A match only makes a person look.
 */
export const MATCH_BITS = 48

export const BLOCK_REASON = { min: 5, max: 500 } as const

/** "3 of 256 points differ", as staff read it. */
export function likeness(differingBits: number): string {
  if (differingBits <= 8) return 'The same picture'
  return differingBits <= 24 ? 'Almost the same picture' : 'A similar picture'
}
