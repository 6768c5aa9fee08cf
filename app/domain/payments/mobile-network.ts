import { digitsOf, exactText } from '#app/platform/exact-text.ts'

export type Network = 'MTN' | 'AIRTEL'

export const NETWORK_NAMES: Record<Network, string> = { MTN: 'MTN', AIRTEL: 'Airtel' }

/**
 * The two digits after 256, as of November 2026: the national numbering plan of the Uganda Communications Commission with its later
 * assignments (076 and 079 to MTN, after 077 and 078 were used up in 2021; 074 to Airtel). 039 and 020 are on SIM cards with a wallet too.
 * Others have no wallet of these two: 031 and 04 are fixed lines, 071 is UTel, 072 Lycamobile, 073 K2. The network is only a suggestion:
 * the payer may choose another one, because people take their number with them.
 */
const PREFIXES: Record<string, Network> = {
  '39': 'MTN',
  '76': 'MTN',
  '77': 'MTN',
  '78': 'MTN',
  '79': 'MTN',
  '20': 'AIRTEL',
  '70': 'AIRTEL',
  '74': 'AIRTEL',
  '75': 'AIRTEL',
}

/**
 * A Ugandan mobile number, however it was typed or pasted (0772…, 772…, +256 772…, 00256…), as E.164; null for anything else. Every
 * number that begins with 07 counts, whoever issued it.
 */
export function readMobileNumber(typed: string): string | null {
  const text = exactText(typed)
  if (text.length > 40 || /[^\d ()+.-]/.test(text)) return null
  const digits = localDigits(text)
  return /^(?:7\d|20|39)\d{7}$/.test(digits) ? `+256${digits}` : null
}

/** The network that the first digits suggest, even while the number is typed; null where they don't decide it. */
export function networkOf(typed: string): Network | null {
  return PREFIXES[localDigits(typed).slice(0, 2)] ?? null
}

function localDigits(typed: string): string {
  return digitsOf(typed).replace(/^00/, '').replace(/^256/, '').replace(/^0/, '')
}

/** "0772 123 456" of an E.164 number. */
export function showMobileNumber(e164: string): string {
  const local = `0${e164.replace(/^\+256/, '')}`
  return `${local.slice(0, 4)} ${local.slice(4, 7)} ${local.slice(7)}`
}
