import { redirect } from 'react-router'
import { openNotification } from '#app/domain/notifications/open-notification.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/notification'

export const handle = { audience: 'everyone', policy: { GET: 'signed_in', POST: 'signed_in' } } satisfies RouteHandle

/** Opening is a form, not a page: the address alone leads to the list. */
export function loader() {
  return redirect(to.notifications, 303)
}

/** Opens a notification: it is read from now on, and its page follows. */
export async function action({ params, context }: Route.ActionArgs) {
  const opened = await openNotification(context.get(personContext), params.notificationId)
  if (!opened.ok) throw new Response(null, { status: 404 })
  return redirect(opened.value, 303)
}
