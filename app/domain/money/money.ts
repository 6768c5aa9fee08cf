/** Money is whole minor units with a currency; both currencies are stored ×100 (docs/decisions/0001). No floating point is used. */
export type Currency = 'UGX' | 'USD'
export type Money = { amountMinor: bigint; currency: Currency }

export const MINOR_PER_UNIT = 100n

export function ugx(shillings: number | bigint): Money {
  return { amountMinor: BigInt(shillings) * MINOR_PER_UNIT, currency: 'UGX' }
}

/** The amount of a database row. */
export function moneyFrom(row: { amount_minor: bigint; currency: Currency }): Money {
  return { amountMinor: row.amount_minor, currency: row.currency }
}

/** The same of a row that may have none: both columns are null then. */
export function moneyOrNull(row: { amount_minor: bigint | null; currency: Currency | null }): Money | null {
  return row.amount_minor === null || row.currency === null
    ? null
    : { amountMinor: row.amount_minor, currency: row.currency }
}

export function isCurrency(text: string): text is Currency {
  return text === 'UGX' || text === 'USD'
}

/** "UGX 180,000" or "US$4.99", with a no-break space, so that an amount is never split across lines. Shillings have no decimals. */
export function formatMoney(money: Money): string {
  const negative = money.amountMinor < 0n
  const minor = negative ? -money.amountMinor : money.amountMinor
  const units = groupThousands(minor / MINOR_PER_UNIT)
  const sign = negative ? '\u2212' : ''
  if (money.currency === 'UGX') return `${sign}UGX\u00a0${units}`
  return `${sign}US$${units}.${String(minor % MINOR_PER_UNIT).padStart(2, '0')}`
}

/** "180,000": whole shillings without the currency, where a header or a field names it. Not for negative amounts. */
export function formatShillings(amountMinor: bigint): string {
  return groupThousands(amountMinor / MINOR_PER_UNIT)
}

function groupThousands(units: bigint): string {
  return units.toString().replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
}

/** The smallest step a price of a currency may have: a whole shilling, or a cent. */
export function smallestStep(currency: Currency): bigint {
  return currency === 'UGX' ? MINOR_PER_UNIT : 1n
}

/** The price minus a percentage (0 to 100), rounded half up to the currency's smallest step; once, when it is quoted. */
export function lessPercentage(price: Money, percentage: number): Money {
  const step = smallestStep(price.currency)
  const hundredfold = price.amountMinor * BigInt(100 - percentage)
  const steps = (hundredfold * 2n + 100n * step) / (200n * step)
  return { amountMinor: steps * step, currency: price.currency }
}

/** The platform's part, at a rate in basis points, is rounded down to the smallest step, and the rest is the creator's: together exactly the gross. */
export function splitFee(gross: Money, basisPoints: number): { fee: Money; rest: Money } {
  const step = smallestStep(gross.currency)
  const fee = ((gross.amountMinor * BigInt(basisPoints)) / 10_000n / step) * step
  return {
    fee: { amountMinor: fee, currency: gross.currency },
    rest: { amountMinor: gross.amountMinor - fee, currency: gross.currency },
  }
}

/** The tax that a price contains at a rate in basis points, rounded half up to the smallest step. */
export function taxWithin(gross: Money, basisPoints: number): Money {
  const step = smallestStep(gross.currency)
  const rate = BigInt(basisPoints)
  const whole = (10_000n + rate) * step
  const steps = (gross.amountMinor * rate * 2n + whole) / (2n * whole)
  return { amountMinor: steps * step, currency: gross.currency }
}

/**
 * Splits a sum by weights without losing a unit: each gets the floor of their share, and the remainder goes to the largest fractions, ties
 * to the smaller id. The weights must not all be zero.
 */
export function splitByWeights(
  amountMinor: bigint,
  parts: readonly { id: string; weight: bigint }[],
): Map<string, bigint> {
  const total = parts.reduce((sum, part) => sum + part.weight, 0n)
  if (total <= 0n) throw new Error('a split needs a positive weight')
  const shares = parts.map((part) => ({
    id: part.id,
    floor: (amountMinor * part.weight) / total,
    remainder: (amountMinor * part.weight) % total,
  }))
  let left = amountMinor - shares.reduce((sum, share) => sum + share.floor, 0n)
  const inOrder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? (a.id < b.id ? -1 : 1) : a.remainder > b.remainder ? -1 : 1,
  )
  const result = new Map<string, bigint>()
  for (const share of inOrder) {
    const extra = left > 0n ? 1n : 0n
    left -= extra
    result.set(share.id, share.floor + extra)
  }
  return result
}
