import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { browseAsCookie } from '#app/web/browse-as.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import type { Route } from './+types/browse-as'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader() {
  return redirect(to.dashboard)
}

/** Switches between the places of fans and those of creators, on this device. */
export function action({ url }: Route.ActionArgs) {
  const as = url.pathname.endsWith('/fan') ? 'fan' : 'creator'
  return redirect(as === 'fan' ? to.feed : to.dashboard, { status: 303, headers: { 'set-cookie': browseAsCookie(as) } })
}
