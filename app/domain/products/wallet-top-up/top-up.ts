import { amountOf } from '#app/platform/exact-text.ts'
import { MINOR_PER_UNIT, type Money } from '#app/domain/money/money.ts'
import { PAYMENT, TOP_UP } from '#app/domain/settings/constants.ts'

/** The smallest top-up that brings at least this sum: in whole shillings, and not below the minimum top-up. */
export function minTopUp(missing: Money): Money {
  const whole = ((missing.amountMinor + MINOR_PER_UNIT - 1n) / MINOR_PER_UNIT) * MINOR_PER_UNIT
  return { amountMinor: whole > TOP_UP.minMinor ? whole : TOP_UP.minMinor, currency: 'UGX' }
}

/** Whether a sum may be put into a wallet: whole shillings within the bounds. */
export function isTopUp(amountMinor: bigint): boolean {
  return amountMinor >= TOP_UP.minMinor && amountMinor <= TOP_UP.maxMinor && amountMinor % MINOR_PER_UNIT === 0n
}

/** A sum for a wallet in parts: what is paid now, what is left for later payments, and how many payments there are, this one included. */
export type Part = { nowMinor: bigint; restMinor: bigint; payments: number }

/**
 * The next payment of a sum by mobile money, which has a maximum per payment. The rest is never too small to be paid by itself, so that the
 * whole sum arrives.
 */
export function nextPart(amountMinor: bigint): Part {
  const max = PAYMENT.maxMobileMoneyMinor
  if (amountMinor <= max) return { nowMinor: amountMinor, restMinor: 0n, payments: 1 }
  const left = amountMinor - max
  const nowMinor = left < TOP_UP.minMinor ? amountMinor - TOP_UP.minMinor : max
  return { nowMinor, restMinor: amountMinor - nowMinor, payments: Number((amountMinor + max - 1n) / max) }
}

/** A typed sum, "50,000" or "50000", in minor units; null if it is not a whole number of shillings. */
export function readSum(text: string): bigint | null {
  const digits = amountOf(text)
    .replace(/^(ugx|ush)/i, '')
    .replaceAll(',', '')
  return /^\d{1,15}$/.test(digits) ? BigInt(digits) * MINOR_PER_UNIT : null
}
