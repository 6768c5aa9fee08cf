export type Network = 'MTN' | 'AIRTEL'

export const NETWORK_NAMES: Record<Network, string> = { MTN: 'MTN', AIRTEL: 'Airtel' }

/** The two digits after 256 that each network uses. They are only a suggestion: the payer may choose another network. */
const PREFIXES: Record<string, Network> = {
  '76': 'MTN',
  '77': 'MTN',
  '78': 'MTN',
  '70': 'AIRTEL',
  '74': 'AIRTEL',
  '75': 'AIRTEL',
}

/**
 * A Ugandan mobile number, however it was typed (0772…, 772…, +256 772…, 00256…), as E.164; null for anything else.
 */
export function readMobileNumber(typed: string): string | null {
  if (typed.length > 40 || /[^\d\s()+.-]/.test(typed)) return null
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^256/, '').replace(/^0/, '')
  return /^7\d{8}$/.test(digits) ? `+256${digits}` : null
}

/** The network that the first digits suggest, even while the number is typed; null where they don't decide it. */
export function networkOf(typed: string): Network | null {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '').replace(/^256/, '').replace(/^0/, '')
  return PREFIXES[digits.slice(0, 2)] ?? null
}

/** "0772 123 456" of an E.164 number. */
export function showMobileNumber(e164: string): string {
  const local = `0${e164.replace(/^\+256/, '')}`
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
}
