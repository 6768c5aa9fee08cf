import { amountOf } from '#app/platform/exact-text.ts'
import { isPostPrice, type PriceProblem } from '#app/domain/posts/price.ts'
import { CHAT_MEDIA_PRICE_OPTIONS_MINOR } from '#app/domain/settings/constants.ts'

type ReadPrice = { priceMinor: bigint | null; problem: null } | { priceMinor: null; problem: PriceProblem }

const good = (priceMinor: bigint | null): ReadPrice => ({ priceMinor, problem: null })
const bad = (problem: PriceProblem): ReadPrice => ({ priceMinor: null, problem })

/**
 * What a message with media costs to unlock, in UGX minor units; null where it is free. A typed amount takes precedence over the choice, so
 * that nothing is sent free by mistake.
 */
export function readMediaPrice(typed: { price: string; other: string }): ReadPrice {
  if (typed.other.trim() !== '') {
    const other = amountOf(typed.other).replace(/[,._]|ugx/gi, '')
    if (!/^\d{1,12}$/.test(other)) return bad('invalid')
    const minor = BigInt(other) * 100n
    return isPostPrice(minor) ? good(minor) : bad('out_of_bounds')
  }
  if (typed.price === 'free') return good(null)
  if (typed.price === '' || typed.price === 'other') return bad('missing')
  const option = CHAT_MEDIA_PRICE_OPTIONS_MINOR.find((minor) => String(minor / 100n) === typed.price)
  return option === undefined ? bad('invalid') : good(option)
}
