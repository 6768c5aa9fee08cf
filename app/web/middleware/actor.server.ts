import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { clearCookie, cookieName, readCookie, setCookie } from '#app/web/cookies.server.ts'
import { ENROLMENT_PATH } from '#app/web/fresh-proof.server.ts'

/**
 * Says who asks, from the session cookie; without one nothing is looked up. A cookie in use is sent again with a new age, a dead one
 * is taken away, unless the answer itself brings another.
 */
export const actorMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const token = readCookie(request, 'session')
  if (!token) return next()
  const found = await findPersonBySession(token)
  if (found) context.set(actorContext, found.person)
  const response = await next()
  if (found && !found.refreshed) return response
  if (response.headers.getSetCookie().some((line) => line.startsWith(`${cookieName('session')}=`))) return response
  response.headers.append('set-cookie', found ? setCookie('session', token) : clearCookie('session'))
  return response
}

/** The signed-in person; anybody else is sent to sign in and comes back (`returnTo` is a query of return-route.ts). */
export function requirePerson(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const actor = context.get(actorContext)
  if (!actor) throw redirect(returnTo ? `/auth?${returnTo}` : '/auth', 303)
  return actor
}

/** The signed-in person with a complete profile; others complete it first. */
export function requireCompletePerson(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const person = requirePerson(context, returnTo)
  if (!person.profileCompleted) throw redirect(returnTo ? `/profile-setup?${returnTo}` : '/profile-setup', 303)
  return person
}

/** The same, for what staff don't have: they are sent to their own place. */
export function requireMember(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const person = requirePerson(context, returnTo)
  if (person.userType !== 'fan' && person.userType !== 'creator') throw redirect('/admin', 303)
  return requireCompletePerson(context, returnTo)
}

/**
 * The signed-in member of staff (or the owner). Anybody else is sent to /owner-login; somebody of staff without the permission gets a 403,
 * whatever they asked for.
 */
export function requireStaff(context: Readonly<RouterContextProvider>, permission: Permission): Person {
  const actor = context.get(actorContext)
  if (actor?.enrolsAs) throw redirect(ENROLMENT_PATH, 303)
  if (!actor?.staffRole) throw redirect('/owner-login', 303)
  if (!hasPermission(actor, permission)) throw new Response('Your role does not include this.', { status: 403 })
  return actor
}
