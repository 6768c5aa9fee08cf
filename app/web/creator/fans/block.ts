import { redirect } from 'react-router'
import { blockFan } from '#app/domain/chat/block-fan.server.ts'
import { to } from '#app/links.ts'
import { personContext } from '#app/web/context.server.ts'
import { pathOfReferer } from '#app/web/return-to.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { creatorAction } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/block'

export const handle = creatorAction()

/** Buttons, not pages: opening their addresses leads to the fan. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(to.fan(params.fanId), 303)
}

/** Blocks a fan, or takes that back; back to the page where it was pressed. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const blocked = url.pathname.endsWith('/block')
  const result = await blockFan(context.get(personContext), params.fanId, blocked)
  if (!result.ok) notFound()
  return redirectWithToast(
    pathOfReferer(request) ?? to.fan(params.fanId),
    blocked
      ? { title: 'Blocked', description: 'Nothing goes between you until you unblock.' }
      : { title: 'Unblocked', description: 'You can write to each other again.' },
  )
}
