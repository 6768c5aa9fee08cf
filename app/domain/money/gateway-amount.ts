import { MINOR_PER_UNIT, type Money } from './money.ts'

/**
 * Our minor units (×100 for both currencies) as the gateway's major units: "180000" for shillings, "4.99" for dollars. Shillings have no
 * decimals at the gateway, so a remainder throws: a price with one should never have been quoted.
 */
export function toGatewayAmount(money: Money): string {
  if (money.amountMinor <= 0n) throw new Error('the gateway accepts only positive amounts')
  const units = money.amountMinor / MINOR_PER_UNIT
  const rest = money.amountMinor % MINOR_PER_UNIT
  if (money.currency === 'UGX') {
    if (rest !== 0n) throw new Error(`${money.amountMinor} minor units are not whole shillings`)
    return units.toString()
  }
  return rest === 0n ? units.toString() : `${units}.${rest.toString().padStart(2, '0')}`
}

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,10}))?$/

/**
 * The gateway's major units, read from their decimal text, as minor units. Null for what can't be represented exactly: more than two
 * decimals, signs, exponents, and shillings with a fraction.
 */
export function fromGatewayAmount(text: string, currency: string): bigint | null {
  const minor = fromDecimal(text)
  if (minor === null || (currency === 'UGX' && minor % MINOR_PER_UNIT !== 0n)) return null
  return minor
}

/** A fee may have a fraction of a shilling: only more than two decimals are refused. */
export function fromGatewayFee(text: string): bigint | null {
  return fromDecimal(text)
}

function fromDecimal(text: string): bigint | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  if (decimals.length > 2) return null
  return BigInt(match[1]!) * MINOR_PER_UNIT + BigInt(decimals.padEnd(2, '0'))
}
