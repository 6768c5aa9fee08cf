import { keepPresence } from '#app/domain/creators/keep-presence.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/heartbeat'

export const handle = {
  audience: 'creators',
  policy: { POST: 'signed_in' },
  renewsSession: false,
} satisfies RouteHandle

/** What an open page of the dashboard sends while its creator is live: 204, or 409 once they are not. */
export async function action({ context }: Route.ActionArgs) {
  return new Response(null, { status: (await keepPresence(context.get(personContext))) ? 204 : 409 })
}
