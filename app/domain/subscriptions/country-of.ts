import { exactText } from '#app/platform/exact-text.ts'
import { COUNTRIES } from './countries.ts'

type Code = keyof typeof COUNTRIES

/** The assumed country of a buyer without a number. */
export const HOME_COUNTRY = 'UG' satisfies Code

/** Any country that no restriction can name. */
const ELSEWHERE = 'ZZ'

// Several countries share +1; it counts as the United States.
const CALLING_CODES: Record<Code, string> = {
  BI: '257',
  CD: '243',
  ET: '251',
  GH: '233',
  KE: '254',
  NG: '234',
  RW: '250',
  ZA: '27',
  SS: '211',
  TZ: '255',
  UG: '256',
  AE: '971',
  GB: '44',
  US: '1',
  ZM: '260',
}

/** The country of a phone number by its calling code; null where it isn't written with one. */
export function countryOfPhone(phone: string): string | null {
  const typed = exactText(phone).replaceAll(/[ ().-]/g, '')
  const digits = /^(?:\+|00)([1-9]\d{5,14})$/.exec(typed)?.[1]
  if (!digits) return null
  const found = Object.entries(CALLING_CODES).find(([, code]) => digits.startsWith(code))
  return found ? found[0] : ELSEWHERE
}

/** The country of a buyer: by the profile's number, else by the number typed to pay, else the home country. */
export function countryOfBuyer(profilePhone: string | null, typedPhone: string | null): string {
  return (
    (profilePhone === null ? null : countryOfPhone(profilePhone)) ??
    (typedPhone === null ? null : countryOfPhone(typedPhone)) ??
    HOME_COUNTRY
  )
}
