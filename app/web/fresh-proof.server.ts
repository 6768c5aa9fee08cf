import { redirect, type RouterContextProvider } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import { workingRole } from '#app/domain/identity/second-factor-policy.ts'
import { findKeptForm, keepForm, type KeptForm } from '#app/domain/identity/keep-form.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to, withQuery } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { readCookie, setCookie } from '#app/web/cookies.server.ts'
import { readFormBody, TEXT_FORM } from '#app/web/form-body.server.ts'
import { readReturnTo, withReturnTo } from '#app/web/return-to.server.ts'
import type { FormPage } from '#app/web/route-handle.ts'

/** The address of the identity check, with the return path, and with the form that waits for it. */
export function proofPathTo(page: string, form?: string): string {
  return withReturnTo(withQuery(to.confirmIdentity, { form }), page)
}

/** The page with the person's sign-in methods. */
export function securityPageOf(person: Person): string {
  if (person.enrolsAs) return to.enrolment
  return workingRole(person) === null ? to.security : toAdmin.security
}

/** Where a proof leads back to; without that, the person's security page. */
export function returnToAfterProof(url: URL, context: Readonly<RouterContextProvider>): string {
  return readReturnTo(url.searchParams, context) ?? securityPageOf(context.get(personContext))
}

/**
 * The response without a fresh identity proof: a redirect to the identity check, which sends the form on afterwards, as it was typed.
 * Script gets the address of the check as JSON.
 */
export async function askForProof(request: Request, url: URL, person: Person, form: FormPage): Promise<Response> {
  const here = url.pathname + url.search
  const page = form === 'here' ? here : form === 'security' ? securityPageOf(person) : form
  if (request.headers.get('accept') === 'application/json')
    return Response.json({ proveAt: proofPathTo(page) }, { status: 403 })
  const fields = await typedFields(request)
  if (fields.length === 0) return redirect(proofPathTo(page), 303)
  const kept = await keepForm(person, { path: here, fields })
  return redirect(proofPathTo(page, kept.id), {
    status: 303,
    headers: { 'set-cookie': setCookie('kept_form', kept.key) },
  })
}

/** The form that was sent before this proof was asked for, from the same browser; null where there is none. */
export function keptFormOf(request: Request, url: URL, person: Person): Promise<KeptForm | null> {
  return findKeptForm(person, { id: url.searchParams.get('form'), key: readCookie(request, 'kept_form') })
}

/** The texts of a posted form. One with files, or one that can't be read, is not kept: it has to be sent again. */
async function typedFields(request: Request): Promise<KeptForm['fields']> {
  const fields: KeptForm['fields'] = []
  if (request.method !== 'POST') return fields
  const form = await readFormBody(request, TEXT_FORM)
  if (form.ok) for (const [name, value] of form.value) if (typeof value === 'string') fields.push([name, value])
  return fields
}
