export const RANGES = [7, 28, 90] as const
const DEFAULT_RANGE = 28

/** How many days an overview covers: one of `RANGES`, else the default. */
export function rangeOf(value: string | null): number {
  return RANGES.find((range) => String(range) === value) ?? DEFAULT_RANGE
}
