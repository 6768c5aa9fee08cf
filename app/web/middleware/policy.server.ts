import { redirect, type MiddlewareFunction } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { hasPermission, type Permission } from '#app/domain/identity/roles.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { dropKeptForms } from '#app/domain/identity/keep-form.server.ts'
import { readCookie } from '#app/web/cookies.server.ts'
import { actorContext, personContext, routeTableContext } from '#app/web/context.server.ts'
import { returnToFrom, withReturnTo } from '#app/web/return-to.server.ts'
import { askForProof } from '#app/web/fresh-proof.server.ts'
import {
  allowedMethods,
  type Asked,
  type Audience,
  freshOf,
  gateOf,
  isOpenWhileEnrolling,
  type Methods,
  type Policy,
  type RouteHandle,
  type Who,
  whoOf,
} from '#app/web/route-handle.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { wholePattern } from '#app/web/route-table.ts'

/** Enforces the handles of the requested route and its layouts before a loader or action runs. What no handle allows is denied. */
export const policyMiddleware: MiddlewareFunction<Response> = async (asked, next) => {
  const handles = asked.context.get(routeTableContext)?.get(wholePattern(asked.pattern))
  if (!handles) throw new Response('No policy names this address.', { status: 403 })
  await authorize(asked, handles)
  return next()
}

/** Throws the response for people without access to a route; its layouts' handles come first. Their loaders run too. */
export async function authorize(asked: Asked, handles: readonly RouteHandle[]): Promise<void> {
  const { request, url, context } = asked
  const handle = handles.at(-1)!
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const policy = handle.policy[method as keyof Methods]
  if (!policy) {
    throw new Response('This address does not accept this method.', {
      status: 405,
      headers: { allow: allowedMethods(handle.policy) },
    })
  }
  if (handle.audience === 'demo' && !config().demo) notFound()
  const actor = context.get(actorContext)
  if (actor?.enrolsAs && !isOpenWhileEnrolling(handle, policy))
    throw redirect(withReturnTo(to.enrolment, returnToFrom(asked)), 303)
  // Only whoever is led elsewhere needs it: to find it, the address is compared with every route.
  const returnTo: WayBack = () => returnToFrom(asked)
  for (const layout of handles.slice(0, -1))
    await admit({ ...asked, actor }, layout.audience, layout.policy.GET!, returnTo)
  await admit({ ...asked, actor }, handle.audience, policy, returnTo)
  const fresh = freshOf(policy, method, url.pathname)
  if (fresh !== null && actor && !actor.freshlyProved) throw await askForProof(request, url, actor, fresh)
  if (fresh !== null && actor && readCookie(request, 'kept_form')) await dropKeptForms(actor, url.pathname + url.search)
  if (actor && !['everybody', 'checked_by_domain', 'machine'].includes(whoOf(policy))) context.set(personContext, actor)
}

type WayBack = () => string | null

async function admit(
  asked: Asked & { actor: Actor },
  audience: Audience,
  policy: Policy,
  returnTo: WayBack,
): Promise<void> {
  const { actor } = asked
  const members = audience === 'members' || audience === 'creators'
  if (members && isStaff(actor)) throw redirect(toAdmin.overview, 303)
  await gateOf(policy)?.(asked)
  admitPerson(actor, whoOf(policy), returnTo)
  if (audience === 'creators' && actor && actor.userType !== 'creator') throw redirect(to.feed, 303)
}

function admitPerson(actor: Actor, who: Who, returnTo: WayBack): void {
  if (who === 'everybody' || who === 'checked_by_domain' || who === 'machine') return
  if (who === 'enrolling') return admitEnrolling(actor, returnTo)
  if (who === 'staff' || who.startsWith('staff:'))
    return admitStaff(actor, who as 'staff' | `staff:${Permission}`, returnTo)
  if (!actor) throw redirect(withReturnTo(to.signIn, returnTo()), 303)
  if (who !== 'signed_in' && !actor.profileCompleted) throw redirect(withReturnTo(to.profileSetup, returnTo()), 303)
}

function admitStaff(actor: Actor, who: 'staff' | `staff:${Permission}`, returnTo: WayBack): void {
  if (!actor?.staffRole) throw redirect(withReturnTo(to.staffSignIn, returnTo()), 303)
  if (who === 'staff') return
  if (!hasPermission(actor, who.slice('staff:'.length) as Permission))
    throw new Response('Your role does not include this.', { status: 403 })
}

/** Staff who have a second factor continue from the page itself. */
function admitEnrolling(actor: Actor, returnTo: WayBack): void {
  if (!actor?.enrolsAs && !actor?.staffRole) throw redirect(withReturnTo(to.staffSignIn, returnTo()), 303)
}

function isStaff(actor: Actor): boolean {
  return actor?.userType === 'admin' || actor?.userType === 'owner'
}
