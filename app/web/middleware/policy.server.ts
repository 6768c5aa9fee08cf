import { redirect, type MiddlewareFunction } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { config } from '#app/platform/config.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { wholePattern } from '#app/web/policy-coverage.ts'
import { readReturn, returnQueryTo, withReturn } from '#app/web/return-route.ts'
import { askForProof, ENROLMENT_PATH } from '#app/web/fresh-proof.server.ts'
import {
  allowedMethods,
  freshOf,
  gateOf,
  isOpenWhileEnrolling,
  type Methods,
  ROUTE_POLICIES,
  type Who,
  whoOf,
} from '#app/web/route-policies.ts'

/** Staff have no fan account: these routes are never for staff, even if a gate would allow it. */
const FOR_MEMBERS: ReadonlySet<Who> = new Set(['member', 'complete', 'creator', 'pass'])

/**
 * Enforces route-policies.ts on every request before a loader or action runs: unlisted addresses and methods are denied. Routes with their
 * own gate are left to it. A route that requires a fresh proof asks for it before its action runs.
 */
export const policyMiddleware: MiddlewareFunction<Response> = async ({ request, url, context, pattern }, next) => {
  const methods = ROUTE_POLICIES[wholePattern(pattern)]
  if (!methods) throw new Response('No policy names this address.', { status: 403 })
  const policy = methods[(request.method === 'HEAD' ? 'GET' : request.method) as keyof Methods]
  if (!policy) {
    throw new Response('This address does not accept this method.', {
      status: 405,
      headers: { allow: allowedMethods(methods) },
    })
  }
  const who = whoOf(policy)
  if (who === 'demo' && !config().demo) throw new Response('Not found', { status: 404 })
  const actor = context.get(actorContext)
  if (actor?.enrolsAs && !isOpenWhileEnrolling(policy)) throw redirect(ENROLMENT_PATH, 303)
  if (FOR_MEMBERS.has(who) && isStaff(actor)) throw redirect('/admin', 303)
  if (gateOf(policy) === null) admit(actor, who, readReturn(url.searchParams) || returnQueryTo(url.pathname))
  const fresh = freshOf(policy)
  if (fresh !== null && actor && !actor.freshlyProved) throw askForProof(request, url, actor, fresh)
  return next()
}

/** Throws the response for people without access; returns for everyone else. */
function admit(actor: Actor, who: Who, returnTo: string): void {
  if (who === 'everybody' || who === 'demo') return
  if (who === 'machine' || who === 'pass') throw new Response('Access needs the gate of the route.', { status: 403 })
  if (who === 'member' || who === 'complete' || who === 'creator') return admitMember(actor, who, returnTo)
  if (who === 'enrolling') return admitEnrolling(actor)
  if (who !== 'signed_in') return admitStaff(actor, who)
  if (!actor) throw redirect(withReturn('/auth', returnTo), 303)
}

function admitMember(actor: Actor, who: 'member' | 'complete' | 'creator', returnTo: string): void {
  if (!actor) throw redirect(withReturn('/auth', returnTo), 303)
  if (who === 'complete' && !actor.profileCompleted) throw redirect(withReturn('/profile-setup', returnTo), 303)
  if (who === 'creator' && actor.userType !== 'creator') throw redirect('/public-feed', 303)
}

function admitStaff(actor: Actor, who: 'staff' | `staff:${Permission}`): void {
  if (!actor?.staffRole) throw redirect('/owner-login', 303)
  if (who === 'staff') return
  if (!hasPermission(actor, who.slice('staff:'.length) as Permission))
    throw new Response('Your role does not include this.', { status: 403 })
}

/** Staff who have a second factor continue from the page itself. */
function admitEnrolling(actor: Actor): void {
  if (!actor?.enrolsAs && !actor?.staffRole) throw redirect('/owner-login', 303)
}

function isStaff(actor: Actor): boolean {
  return actor?.userType === 'admin' || actor?.userType === 'owner'
}
