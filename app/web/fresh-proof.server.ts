import { redirect } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { workingRole } from '#app/domain/identity/second-factor-policy.ts'
import { ownPath } from '#app/web/own-path.ts'
import type { FormPage } from '#app/web/route-policies.ts'

/** Where staff whose role waits for its second factor set one up. */
export const ENROLMENT_PATH = '/owner-login/enrolment'
export const PROOF_PATH = '/confirm-identity'

/** The page that asks for a proof, with the way back to a page of ours. */
export function proofPathTo(page: string): string {
  return `${PROOF_PATH}?next=${encodeURIComponent(page)}`
}

/** Where somebody keeps what they sign in with. */
export function securityPageOf(person: Person): '/profile/security' | '/admin/security' | typeof ENROLMENT_PATH {
  if (person.enrolsAs) return ENROLMENT_PATH
  return workingRole(person) === null ? '/profile/security' : '/admin/security'
}

/** The way back that an address names, checked; else the page of one's own security. */
export function nextAfterProof(url: URL, person: Person): string {
  const next = ownPath(url.searchParams.get('next'))
  return next === null || next.startsWith(PROOF_PATH) ? securityPageOf(person) : next
}

/** The answer to whoever has no fresh proof: the page that asks for it, which leads back to the form. Scripts are told where it is. */
export function askForProof(request: Request, url: URL, person: Person, form: FormPage): Response {
  const page = form === 'here' ? url.pathname + url.search : form === 'security' ? securityPageOf(person) : form
  const path = proofPathTo(page)
  if (request.headers.get('accept') === 'application/json')
    return Response.json({ proveAt: path }, { status: 403, headers: { 'cache-control': 'no-store' } })
  return redirect(path, 303)
}
