import { redirect } from 'react-router'
import { openNotification } from '#app/domain/notifications/open-notification.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/notification'

export const handle = { audience: 'everyone', policy: { GET: 'signed_in', POST: 'signed_in' } } satisfies RouteHandle

/** For push messages, which lead here by their address. The list has forms: a link that a browser loads ahead must not count as read. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (request.method === 'HEAD' || request.headers.has('sec-purpose')) return redirect(to.notifications, 303)
  const opened = await openNotification(context.get(personContext), params.notificationId)
  return redirect(opened.ok ? opened.value : to.notifications, 303)
}

/** Opens a notification: it is read from now on, and its page follows. */
export async function action({ params, context }: Route.ActionArgs) {
  const opened = await openNotification(context.get(personContext), params.notificationId)
  if (!opened.ok) throw new Response(null, { status: 404 })
  return redirect(opened.value, 303)
}
