import { redirect } from 'react-router'
import { unmuteFan } from '#app/domain/comments/mute-fan.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/unmute'

export const handle = {
  audience: 'creators',
  policy: { GET: 'signed_in', POST: 'signed_in' },
} satisfies RouteHandle

/** It is a form, not a page. */
export function loader() {
  return redirect(to.commentsReceived)
}

export async function action({ params, context }: Route.ActionArgs) {
  await unmuteFan(context.get(personContext), params.fanId)
  return redirect(to.commentsReceived, 303)
}
