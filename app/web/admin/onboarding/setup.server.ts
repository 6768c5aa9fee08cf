import { redirect } from 'react-router'
import { findStaffSetup, type StaffSetup } from '#app/domain/staff/find-staff-setup.server.ts'
import { to } from '#app/links.ts'
import { clearCookie, readCookie } from '#app/web/cookies.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { INVITE_TEXTS } from '#app/web/admin/texts.ts'

/** The set-up that this browser has started, with its token. Throws a redirect if there is none or it has ended. */
export async function requireSetup(request: Request): Promise<{ token: string; setup: StaffSetup }> {
  const token = readCookie(request, 'staff_setup')
  const setup = token && (await findStaffSetup(token))
  if (token && setup) return { token, setup }
  throw token ? setupEnded() : redirect(to.staffOnboarding.refused, 303)
}

/** The answer when the set-up's day is over or its invite was deleted. */
export function setupEnded(): Response {
  return redirectWithToast(to.staffOnboarding.refused, { ...INVITE_TEXTS.setupEnded, tone: 'error' }, [
    clearCookie('staff_setup'),
  ])
}

/** The path of the next step. */
export function nextStepOf(setup: StaffSetup): string {
  return setup.displayName && setup.role ? to.staffOnboarding.security : to.staffOnboarding.profile
}
