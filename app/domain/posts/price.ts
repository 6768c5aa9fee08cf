import { amountOf } from '#app/platform/exact-text.ts'
import { POST_PRICE_LIMITS_MINOR, POST_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'

export type PriceProblem = 'missing' | 'invalid' | 'out_of_bounds'
type ReadPrice = { value: bigint | null; problem: null } | { value: null; problem: PriceProblem }

const good = (value: bigint | null): ReadPrice => ({ value, problem: null })
const bad = (problem: PriceProblem): ReadPrice => ({ value: null, problem })

/**
 * What a post costs to unlock, in UGX minor units; null where it isn't locked. A typed amount takes precedence over the chosen option.
 */
export function readPostPrice(typed: { locked: string; price: string; other: string }): ReadPrice {
  if (typed.locked !== 'yes') return good(null)
  const other = amountOf(typed.other).replace(/[,._]|ugx/gi, '')
  if (other !== '') {
    if (!/^\d{1,12}$/.test(other)) return bad('invalid')
    const minor = BigInt(other) * 100n
    return isPostPrice(minor) ? good(minor) : bad('out_of_bounds')
  }
  if (typed.other.trim() !== '') return bad('invalid')
  if (typed.price === '') return bad('missing')
  const option = POST_PRICE_OPTIONS_MINOR.find((minor) => String(minor / 100n) === typed.price)
  return option === undefined ? bad('invalid') : good(option)
}

/** Whether a post may cost this much, in UGX minor units. Shillings are charged whole. */
export function isPostPrice(minor: bigint): boolean {
  return minor >= POST_PRICE_LIMITS_MINOR.min && minor <= POST_PRICE_LIMITS_MINOR.max && minor % 100n === 0n
}
