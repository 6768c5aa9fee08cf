import { sendStatement } from '#app/web/creator/earnings/load-statement.server.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/statement-csv'

export const handle = { audience: 'creators', policy: { GET: 'signed_in' }, renewsSession: false } satisfies RouteHandle

export function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  return sendStatement(context.get(personContext), url, 'csv')
}
