import { redirect, type RouterContextProvider } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { workingRole } from '#app/domain/identity/second-factor-policy.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import type { FormPage } from '#app/web/route-handle.ts'

/** The address of the identity check, with the return path. */
export function proofPathTo(page: string): string {
  return withReturnTo(to.confirmIdentity, page)
}

/** The page with the person's sign-in methods. */
export function securityPageOf(person: Person): string {
  if (person.enrolsAs) return to.enrolment
  return workingRole(person) === null ? to.security : to.admin.security
}

/** Where a proof leads back to; without that, the person's security page. */
export function returnToAfterProof(url: URL, context: Readonly<RouterContextProvider>): string {
  return readReturnTo(url.searchParams, context) ?? securityPageOf(context.get(personContext))
}

/**
 * The response without a fresh identity proof: a redirect to the identity check, which leads back to the form. Script gets its address as
 * JSON.
 */
export function askForProof(request: Request, url: URL, person: Person, form: FormPage): Response {
  const page = form === 'here' ? url.pathname + url.search : form === 'security' ? securityPageOf(person) : form
  const path = proofPathTo(page)
  if (request.headers.get('accept') === 'application/json') return Response.json({ proveAt: path }, { status: 403 })
  return redirect(path, 303)
}
