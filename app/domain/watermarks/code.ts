/**
 * What the invisible mark says: the code of the account (32 random bits), the day (12 bits), and 16 bits that check both. A reading is
 * believed when the check holds and the bits are far clearer than chance makes them; then it names one account, without any list of accounts
 * to choose from.
 */
export const CODE_BITS = 32
const DAY_BITS = 12
const CHECK_BITS = 16
const SAID_BITS = CODE_BITS + DAY_BITS
export const WORD_BITS = SAID_BITS + CHECK_BITS

/** `day`: days since 2026 began, of Kampala; it begins again after eleven years. */
export type Said = { code: number; day: number }

const FIRST_DAY = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

/** The number of a day (YYYY-MM-DD) in a mark. */
export function dayNumber(day: string): number {
  return (Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS) + 2 ** DAY_BITS) % 2 ** DAY_BITS
}

/** The latest day with this number that is not after today. */
export function dayOfNumber(number: number, today: string): string {
  const daysAgo = (dayNumber(today) - number + 2 ** DAY_BITS) % 2 ** DAY_BITS
  return new Date(Date.parse(today) - daysAgo * DAY_MS).toISOString().slice(0, 10)
}

/** The bits of a mark. */
export function wordOf({ code, day }: Said): Uint8Array {
  const said = [...bitsOf(code, CODE_BITS), ...bitsOf(day, DAY_BITS)]
  return Uint8Array.from([...said, ...bitsOf(checkOf(said), CHECK_BITS)])
}

function bitsOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => (number >>> (count - 1 - at)) & 1)
}

function numberOf(bits: readonly number[]): number {
  return bits.reduce((number, bit) => number * 2 + bit, 0)
}

/** CRC-16 (CCITT). */
function checkOf(bits: readonly number[]): number {
  let check = 0xff_ff
  for (const bit of bits) {
    const isOut = (check >>> 15) ^ bit
    check = (check << 1) & 0xff_ff
    if (isOut) check ^= 0x10_21
  }
  return check
}

/**
 * How clear a mark must be: the mean of its bits in standard deviations. Without a mark this mean is 0.80 with a deviation of 0.078, so 1.5
 * is nine deviations above it, less than once in 10^17 pictures (docs/decisions/0062-watermarks.md).
 */
export const MIN_CLARITY = 1.5
/** So many of the least clear bits may be wrong: each of their combinations is tried. */
const DOUBTED_BITS = 10
/** For how many accounts the chance of a wrong name is stated. */
const ACCOUNTS = 1_000_000

export type CodeRead = Said & {
  /** The mean of the bits, in standard deviations. */
  clarity: number
  corrected: number
  /** The chance that a picture without a mark is read as some account's, given a million accounts. */
  chance: number
}

/** The code that the bits of a mark say; null where they say none. `leanings`: of each bit to 1 (positive) or 0, in standard deviations. */
export function readCode(leanings: readonly number[]): CodeRead | null {
  const clarity = clarityOf(leanings)
  if (leanings.length !== WORD_BITS || clarity < MIN_CLARITY) return null
  const heard = Uint8Array.from(leanings, (leaning) => (leaning > 0 ? 1 : 0))
  const doubted = leanings
    .map((leaning, bit) => ({ bit, certainty: Math.abs(leaning) }))
    .toSorted((one, other) => one.certainty - other.certainty)
    .slice(0, DOUBTED_BITS)
  // The likeliest correction first: the one that changes the least certain bits.
  const corrections = Array.from({ length: 1 << DOUBTED_BITS }, (_, mask) => {
    const changed = doubted.filter((__, nth) => (mask >> nth) & 1)
    return { changed, cost: changed.reduce((sum, { certainty }) => sum + certainty, 0) }
  }).toSorted((one, other) => one.cost - other.cost)
  for (const [tries, { changed }] of corrections.entries()) {
    const word = Uint8Array.from(heard)
    for (const { bit } of changed) word[bit]! ^= 1
    const said = saidIn([...word])
    if (said === null) continue
    const chance = chanceOf(clarity) * (tries + 1) * ACCOUNTS * 2 ** -(CODE_BITS + CHECK_BITS)
    return { ...said, clarity, corrected: changed.length, chance }
  }
  return null
}

export function clarityOf(leanings: readonly number[]): number {
  return leanings.reduce((sum, leaning) => sum + Math.abs(leaning), 0) / Math.max(1, leanings.length)
}

function saidIn(word: readonly number[]): Said | null {
  const said = word.slice(0, SAID_BITS)
  if (checkOf(said) !== numberOf(word.slice(SAID_BITS))) return null
  return { code: numberOf(said.slice(0, CODE_BITS)), day: numberOf(said.slice(CODE_BITS)) }
}

const MEAN_BY_CHANCE = Math.sqrt(2 / Math.PI)
const DEVIATION_BY_CHANCE = Math.sqrt((1 - 2 / Math.PI) / WORD_BITS)

/** How often a picture without a mark is as clear as this, at most. */
function chanceOf(clarity: number): number {
  const away = (clarity - MEAN_BY_CHANCE) / DEVIATION_BY_CHANCE
  return away <= 0 ? 1 : Math.exp(-(away * away) / 2)
}
