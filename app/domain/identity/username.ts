import { USERNAME_LENGTH } from '#app/domain/settings/constants.ts'
import { isReservedUsername } from './reserved-usernames.ts'

export type UsernameProblem = 'too_short' | 'too_long' | 'reserved'

/** Why nobody may have this (sanitised) username, or null. Whether it is taken is checked in the database. */
export function usernameProblem(username: string, brandName = ''): UsernameProblem | null {
  if (username.length < USERNAME_LENGTH.min) return 'too_short'
  if (username.length > USERNAME_LENGTH.max) return 'too_long'
  return isReservedUsername(username, brandName) ? 'reserved' : null
}

const SUFFIXES = 1_000
// After this many random numbers were taken, the name is a very common one and gets longer numbers.
const SHORT_TRIES = 25
const WHEN_NAMELESS = 'user'

/**
 * The username proposed on the nth try (from 0) for a person who chose none: letters and digits of the display name plus a random number
 * from 0 to 999. `random` returns a whole number below its argument.
 */
export function proposeUsername(
  displayName: string,
  attempt: number,
  random: (below: number) => number,
  brandName = '',
): string {
  const letters = displayName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const number = String(random(attempt < SHORT_TRIES ? SUFFIXES : SUFFIXES * SUFFIXES))
  let base = letters.slice(0, USERNAME_LENGTH.max - number.length)
  // A name that is itself a reserved word stays reserved with any number behind it.
  if (base === '' || isReservedUsername(base, brandName))
    base = `my${base || WHEN_NAMELESS}`.slice(0, USERNAME_LENGTH.max - number.length)
  return `${base}${number}`.padEnd(USERNAME_LENGTH.min, '0')
}
