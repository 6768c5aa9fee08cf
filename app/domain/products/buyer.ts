import { isOldEnough } from '#app/domain/identity/age.ts'
import type { Person } from '#app/domain/identity/actor.ts'

/** A closed, suspended or blocked account buys nothing. */
export function isClosed(actor: Person): boolean {
  return actor.accountStatus !== 'active' || actor.isBlocked
}

/** The profile is complete, and its owner is an adult at this moment. */
export function isAdult(actor: Person, at: Date): boolean {
  return actor.profileCompleted && actor.birthday !== null && isOldEnough(actor.birthday, at)
}
