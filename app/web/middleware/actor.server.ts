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
 * Routes whose answers are bytes or JSON for a machine, not pages: pictures, files, exports and the demo's own addresses. Some of them may be
 * kept by caches that several people share, so their answers never carry a session cookie.
 */
const WITHOUT_SESSION_COOKIE =
  /^\/(media|uploads|documents|webhooks|dev|profile\/export\/:exportId|dashboard\/earnings\/statement\.\w+|admin\/earnings\/export)(\/|$)/

/**
 * Says who asks, from the session cookie; without one nothing is looked up. On pages and answers to forms a session in use is prolonged and
 * its cookie sent again with a new age, and a dead cookie is taken away, unless the answer itself brings another or may be cached.
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

/** Whether a cache may keep the answer, or an older one that this answer confirms. What says nothing gets `private, no-store` at the entry. */
function mayBeCached(response: Response): boolean {
  if (response.status === 304) return true
  const rule = response.headers.get('cache-control')
  return rule !== null && !/\b(private|no-store)\b/i.test(rule)
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
