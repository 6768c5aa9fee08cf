import { requirePerson } from '#app/web/middleware/actor.server.ts'
import { sendStatement } from '#app/web/creator/earnings/load-statement.server.ts'
import type { Route } from './+types/statement-pdf'

export function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  return sendStatement(requirePerson(context), url, 'pdf')
}
