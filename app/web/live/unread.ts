import { data } from 'react-router'
import { countUnreadThreads } from '#app/domain/chat/queries.server.ts'
import { markDelivered } from '#app/domain/chat/read-thread.server.ts'
import { countUnread } from '#app/domain/notifications/queries.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Unread } from './use-unread.ts'
import type { Route } from './+types/unread'

// For the script of open pages.
export const handle = {
  audience: 'everyone',
  policy: { GET: 'signed_in' },
  renewsSession: false,
} satisfies RouteHandle

/** What bell and bar show. A browser that asks for it is there: what waits for this person counts as delivered. */
export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [unread, unreadChats] = await Promise.all([
    countUnread(person.id),
    countUnreadThreads(person.id),
    markDelivered(person),
  ])
  return data({ unread, unreadChats } satisfies Unread)
}
