import { codeOf } from '#app/platform/exact-text.ts'

/** Letters and digits that are easy to tell apart on paper. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const RECOVERY_CODES = 10
const LENGTH = 10

/** A code of ten characters (50 bits) from as many random bytes: `7K2QX-M4P9T`. */
export function recoveryCodeOf(random: Uint8Array): string {
  const signs = Array.from(random.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  return `${signs.slice(0, 5)}-${signs.slice(5)}`
}

/** The one form that is hashed, however a code was typed; null for what can't be one. */
export function normaliseRecoveryCode(text: string): string | null {
  const signs = codeOf(text).toUpperCase().replaceAll('O', '0').replaceAll('I', '1').replaceAll('L', '1')
  if (signs.length !== LENGTH || !Array.from(signs).every((sign) => ALPHABET.includes(sign))) return null
  return signs
}

export const RECOVERY_CODE_BYTES = LENGTH
