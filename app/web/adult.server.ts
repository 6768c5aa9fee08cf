import type { Actor } from '#app/domain/identity/actor.ts'
import { isOldEnough } from '#app/domain/identity/age.ts'
import { now } from '#app/platform/clock.ts'
import { readCookie } from './cookies.server.ts'

/** Whether feeds and profiles may be shown: a visitor has confirmed their age, a signed-in person has a birthday of 18 or more. */
export function isAdult(request: Request, actor: Actor): boolean {
  if (actor?.birthday && isOldEnough(actor.birthday, now())) return true
  return readCookie(request, 'adult') === '1'
}
