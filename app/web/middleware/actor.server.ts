import { redirect, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { findPersonBySession } from '#app/domain/identity/find-person-by-session.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { forgetSession, rememberSession } from '#app/web/known-sessions.server.ts'
import { clearCookie, cookieName, readCookie, setCookie } from '#app/web/cookies.server.ts'
import { ENROLMENT_PATH } from '#app/web/fresh-proof.server.ts'
import { wholePattern } from '#app/web/policy-coverage.ts'

/**
 * Routes that return bytes or JSON, not pages: pictures, files, exports and demo addresses. Shared caches may store some of them, so they
 * never carry a session cookie.
 */
const WITHOUT_SESSION_COOKIE =
  /^\/(media|uploads|documents|webhooks|dev|profile\/export\/:exportId|dashboard\/earnings\/statement\.\w+|admin\/earnings\/export)(\/|$)/

/**
 * Sets the actor from the session cookie; without one nothing is queried. On pages and form responses an active session is extended and its
 * cookie renewed, and an invalid cookie is cleared, unless the response sets its own or may be cached.
 */
export const actorMiddleware: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const token = readCookie(request, 'session')
  if (!token) return next()
  const mayRenew = !WITHOUT_SESSION_COOKIE.test(wholePattern(pattern))
  const found = await findPersonBySession(token, { prolong: mayRenew })
  if (found) {
    context.set(actorContext, found.person)
    rememberSession(token, found.person.id)
  } else forgetSession(token)
  const response = await next()
  if (!mayRenew || (found && !found.refreshed) || mayBeCached(response)) return response
  if (response.headers.getSetCookie().some((line) => line.startsWith(`${cookieName('session')}=`))) return response
  response.headers.append('set-cookie', found ? setCookie('session', token) : clearCookie('session'))
  return response
}

/** Whether a cache may store the response, or an older one that it confirms. Responses without the header get `private, no-store` later. */
function mayBeCached(response: Response): boolean {
  if (response.status === 304) return true
  const rule = response.headers.get('cache-control')
  return rule !== null && !/\b(private|no-store)\b/i.test(rule)
}

/** The signed-in person; a visitor is redirected to sign-in and comes back (`returnTo` is a query of return-route.ts). */
export function requirePerson(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const actor = context.get(actorContext)
  if (!actor) throw redirect(returnTo ? `/auth?${returnTo}` : '/auth', 303)
  return actor
}

/** The signed-in person with a complete profile; others are redirected to complete it. */
export function requireCompletePerson(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const person = requirePerson(context, returnTo)
  if (!person.profileCompleted) throw redirect(returnTo ? `/profile-setup?${returnTo}` : '/profile-setup', 303)
  return person
}

/** The same, for pages that staff don't have: they are redirected to /admin. */
export function requireMember(context: Readonly<RouterContextProvider>, returnTo = ''): Person {
  const person = requirePerson(context, returnTo)
  if (person.userType !== 'fan' && person.userType !== 'creator') throw redirect('/admin', 303)
  return requireCompletePerson(context, returnTo)
}

/** The signed-in staff member or owner. Others are redirected to /owner-login; staff without the permission get 403. */
export function requireStaff(context: Readonly<RouterContextProvider>, permission: Permission): Person {
  const actor = context.get(actorContext)
  if (actor?.enrolsAs) throw redirect(ENROLMENT_PATH, 303)
  if (!actor?.staffRole) throw redirect('/owner-login', 303)
  if (!hasPermission(actor, permission)) throw new Response('Your role does not include this.', { status: 403 })
  return actor
}
