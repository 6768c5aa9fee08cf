import { endSession } from '#app/domain/identity/end-session.server.ts'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import { log } from '#app/platform/log.server.ts'
import { actorContext } from '#app/web/context.server.ts'
import { clearCookie } from '#app/web/cookies.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/sign-out'

// Signing out twice is not an error.
export const handle = {
  audience: 'everyone',
  policy: { POST: 'everybody' },
  beforeAgreements: true,
} satisfies RouteHandle

export async function action({ context }: Route.ActionArgs) {
  const actor = context.get(actorContext)
  try {
    if (actor) await endSession(actor.sessionId)
  } catch (error) {
    log.error({ err: error }, 'signing out failed')
    return redirectWithToast(actor?.staffRole ? toAdmin.overview : '/', {
      ...SIGN_IN_TEXTS.signOutFailed,
      tone: 'error',
    })
  }
  const response = redirectWithToast(actor?.staffRole ? to.staffSignIn : '/', SIGN_IN_TEXTS.signedOut, [
    clearCookie('session'),
  ])
  // Private pages in the browser's cache are deleted with the session.
  response.headers.set('clear-site-data', '"cache", "storage"')
  return response
}
