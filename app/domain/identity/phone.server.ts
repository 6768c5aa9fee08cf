import { exactText } from '#app/platform/exact-text.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** The E.164 form of a telephone number as people type it (Uganda unless it names a country), or null where it isn't one. */
export function toE164(text: string): string | null {
  const plain = exactText(text)
  if (plain.length > 40) return null
  const parsed = parsePhoneNumberFromString(plain, 'UG')
  return parsed?.isValid() ? parsed.number : null
}
