import { redirect } from 'react-router'
import { unmuteFan } from '#app/domain/comments/mute-fan.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import type { Route } from './+types/unmute'

export const handle = creatorAction()

/** It is a form, not a page. */
export function loader() {
  return redirect(to.commentsReceived)
}

export async function action({ params, context }: Route.ActionArgs) {
  await unmuteFan(context.get(personContext), params.fanId)
  return redirect(to.commentsReceived, 303)
}
