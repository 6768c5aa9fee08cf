import { redirect } from 'react-router'
import type { Actor } from '#app/domain/identity/actor.ts'
import { verifyPasskeyFactor } from '#app/domain/identity/sign-in-with-passkey.server.ts'
import type { Factor } from '#app/domain/staff/complete-staff-sign-in.server.ts'
import { newStaffDevice } from '#app/domain/staff/staff-device.server.ts'
import type { StaffSignedIn } from '#app/domain/staff/staff-sign-in.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { isDatabaseFailure } from '#app/platform/outage.ts'
import { refuse, type Result } from '#app/platform/result.ts'
import { clearCookie, setCookie } from '#app/web/cookies.server.ts'
import { browserWithCookie } from '#app/web/device.server.ts'
import { withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { FormRefused } from '#app/web/forms.server.ts'
import { STAFF_TEXTS, waitText } from './staff-texts.ts'
import { inLine } from './texts.ts'

export type Failure = { kind: 'database' } | { kind: 'error' }

/** The command's result, or the kind of internal failure. */
export async function orFailure<Value, Refusal extends { kind: string }>(
  answer: Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | Failure>> {
  try {
    return await answer
  } catch (error) {
    logFailure(error, {}, 'a staff sign-in failed because of an internal error')
    return refuse({ kind: isDatabaseFailure(error) ? 'database' : 'error' })
  }
}

export type StaffText = { title: string; description: string }

/** A refused sign-in: the message stands above the form, and leads to its field. */
export function signInFailed(text: StaffText, status: number, field: string): FormRefused {
  return { status, field, only: 'summary', description: inLine(text) }
}

/** The refusals that both steps of the sign-in have. */
export function failureOf(refusal: Failure | { kind: 'wait'; waitSeconds: number }, field: string): FormRefused {
  if (refusal.kind === 'wait') return signInFailed(waitText(refusal.waitSeconds), 429, field)
  return refusal.kind === 'database'
    ? signInFailed(STAFF_TEXTS.database, 503, field)
    : signInFailed(STAFF_TEXTS.error, 500, field)
}

/**
 * The response to a finished staff sign-in: session cookie, known-browser cookie, and a redirect to `returnTo` or the dashboard, or first
 * to the set-up of the second factor if the role requires one.
 */
export function welcomeStaff(signedIn: StaffSignedIn, returnTo: string | null): Response {
  const cookies = [
    setCookie('session', signedIn.sessionToken),
    setCookie('staff_device', newStaffDevice(signedIn.person.email)),
    clearCookie('staff_step'),
    clearCookie('browser'),
  ]
  if (!signedIn.enrols) return redirectWithToast(returnTo ?? toAdmin.overview, STAFF_TEXTS.welcome, cookies)
  const response = redirect(withReturnTo(to.enrolment, returnTo), 303)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Staff who are signed in already don't do it again: they go on, or first set up the second factor that their role requires. */
export function leaveIfSignedIn(actor: Actor, returnTo: string | null): void {
  if (actor?.enrolsAs) throw redirect(withReturnTo(to.enrolment, returnTo), 303)
  if (actor?.staffRole) throw redirect(returnTo ?? toAdmin.overview, 303)
}

/** The second factor in a form: the answer of a passkey, else a typed code; null without both. */
export function factorOf(request: Request, { code, credential }: { code: string; credential: string }): Factor | null {
  if (credential === '') return code.trim() === '' ? null : { kind: 'code', typed: code.trim() }
  const { browser } = browserWithCookie(request)
  return {
    kind: 'passkey',
    verify: async (tx, profileId) => (await verifyPasskeyFactor(tx, profileId, { credential, browser })) === 'ok',
  }
}
