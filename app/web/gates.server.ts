import { redirect } from 'react-router'
import { toAdmin } from '#app/admin-links.ts'
import { to } from '#app/links.ts'
import type { Gate } from './route-handle.ts'
import { returnToFrom, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from './toast.server.ts'

/** Visitors are redirected to sign in, with a message of the page's own. */
export function signInFirst(message: { title: string; description: string }): Gate {
  return ({ actor, ...asked }) => {
    if (!actor) throw redirectWithToast(withReturnTo(to.signIn, returnToFrom(asked)), { ...message, tone: 'error' })
  }
}

/** For one method of a route that is open to staff otherwise. */
export const membersOnly: Gate = ({ actor }) => {
  if (actor?.userType === 'admin' || actor?.userType === 'owner') throw redirect(toAdmin.overview, 303)
}
