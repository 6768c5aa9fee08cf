export const RANGES = [7, 28, 90] as const
const USUAL = 28

/** How many days an overview covers: one of a fixed list. */
export function rangeOf(word: string | null): number {
  return RANGES.find((range) => String(range) === word) ?? USUAL
}
