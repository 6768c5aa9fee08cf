import type { MiddlewareFunction } from 'react-router'
import { findPersonBySession, findPersonWith } from '#app/domain/identity/find-person-by-session.server.ts'
import { actorContext, routeTableContext } from '#app/web/context.server.ts'
import { forgetSession, rememberSession } from '#app/web/known-sessions.server.ts'
import { AHEAD, aheadContext } from '#app/web/read-ahead.server.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { clearCookie, cookieName, readCookie, setCookie } from '#app/web/cookies.server.ts'
import { type RouteHandle, whoOf } from '#app/web/route-handle.ts'
import { handleAt } from '#app/web/route-table.ts'

/**
 * Sets the actor from the session cookie; without one nothing is queried. On pages and form responses an active session is extended and its
 * cookie renewed, and an invalid cookie is cleared, unless the response sets its own or may be cached.
 */
export const actorMiddleware: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  const token = readCookie(request, 'session')
  if (!token) return next()
  const handle = handleAt(context.get(routeTableContext), pattern)
  const mayRenew = handle?.renewsSession !== false
  const found = await findSession(token, handle, mayRenew)
  if (found) {
    context.set(actorContext, found.person)
    context.set(aheadContext, found.beside)
    rememberSession(token, found.person.id)
  } else forgetSession(token)
  const response = await next()
  if (!mayRenew || (found && !found.refreshed) || mayBeCached(response)) return response
  if (response.headers.getSetCookie().some((line) => line.startsWith(`${cookieName('session')}=`))) return response
  response.headers.append('set-cookie', found ? setCookie('session', token) : clearCookie('session'))
  return response
}

/** Where what a page needs besides can't be read, it is asked for again by whoever needs it, and can fail there. */
async function findSession(token: string, handle: RouteHandle | null, prolong: boolean) {
  if (handle && isForPassHolders(handle))
    try {
      return await findPersonWith(token, AHEAD, { prolong })
    } catch (error) {
      logFailure(error, {}, 'a session could not be read with its pass')
    }
  const found = await findPersonBySession(token, { prolong })
  return found && { ...found, beside: null }
}

function isForPassHolders({ policy }: RouteHandle): boolean {
  return policy.GET !== undefined && whoOf(policy.GET) === 'pass'
}

/** Whether a cache may store the response, or an older one that it confirms. Responses without the header get `private, no-store` later. */
function mayBeCached(response: Response): boolean {
  if (response.status === 304) return true
  const rule = response.headers.get('cache-control')
  return rule !== null && !/\b(private|no-store)\b/i.test(rule)
}
