import type { DisplayNameDenial } from './display-name.ts'
import { countGraphemes } from '#app/platform/graphemes.ts'
import { oneLine, severalLines } from '#app/platform/plain-text.ts'
import { birthdayOf, isOldEnough } from './age.ts'

export const DISPLAY_NAME_LONGEST = 60
export const BIO_LONGEST = 300
export const CITY_LONGEST = 60

/** A birthday as it is typed: three short fields. */
export type DateParts = { day: string; month: string; year: string }

export type DisplayNameProblem = 'missing' | 'too_long' | DisplayNameDenial
export type BirthdayProblem = 'missing' | 'invalid' | 'too_young'

export type Read<Value, Problem> = { value: Value; problem: null } | { value: null; problem: Problem }

const good = <Value>(value: Value) => ({ value, problem: null })
const bad = <Problem>(problem: Problem) => ({ value: null, problem })

/** Whether the person may have it, `checkDisplayName` answers. */
export function readDisplayName(typed: string): Read<string, DisplayNameProblem> {
  const name = oneLine(typed)
  if (name === '') return bad('missing')
  return countGraphemes(name) > DISPLAY_NAME_LONGEST ? bad('too_long') : good(name)
}

/** A name for a new fan who has chosen none, "Fan 4821": it says nothing of the person. */
export function neutralName(profileId: string): string {
  return `Fan ${1_000 + (Number.parseInt(profileId.slice(-6), 16) % 9_000)}`
}

/** May be left empty; line breaks stay. */
export function readBio(typed: string): Read<string, 'too_long'> {
  const bio = severalLines(typed)
  return countGraphemes(bio) > BIO_LONGEST ? bad('too_long') : good(bio)
}

/** May be left empty: then it is null. */
export function readCity(typed: string): Read<string | null, 'too_long'> {
  const city = oneLine(typed)
  return countGraphemes(city) > CITY_LONGEST ? bad('too_long') : good(city || null)
}

/** The ISO date, if the person is 18 or older on that day in Kampala. */
export function readBirthday(parts: DateParts | null, at: Date): Read<string, BirthdayProblem> {
  if (!parts || [parts.day, parts.month, parts.year].every((part) => part.trim() === '')) return bad('missing')
  const birthday = birthdayOf(parts, at)
  if (!birthday) return bad('invalid')
  return isOldEnough(birthday, at) ? good(birthday) : bad('too_young')
}
