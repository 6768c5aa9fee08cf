import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** The E.164 form of a telephone number as people type it (Uganda unless it names a country), or null where it isn't one. */
export function toE164(text: string): string | null {
  if (text.length > 40) return null
  const parsed = parsePhoneNumberFromString(text.trim(), 'UG')
  return parsed?.isValid() ? parsed.number : null
}
