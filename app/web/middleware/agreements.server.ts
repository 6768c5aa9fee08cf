import { redirect, type MiddlewareFunction } from 'react-router'
import { listDocumentsOwed } from '#app/domain/consents/queries.server.ts'
import { to } from '#app/links.ts'
import { actorContext, routeTableContext } from '#app/web/context.server.ts'
import { returnToFrom, withReturnTo } from '#app/web/return-to.server.ts'
import { handleAt } from '#app/web/route-table.ts'

/** A signed-in person who has not agreed to the current documents is asked on the next page; posted forms still go through. */
export const agreementsMiddleware: MiddlewareFunction<Response> = async ({ request, url, context, pattern }, next) => {
  const actor = context.get(actorContext)
  const member = actor?.userType === 'fan' || actor?.userType === 'creator'
  if (!member || request.method !== 'GET') return next()
  if (handleAt(context.get(routeTableContext), pattern)?.beforeAgreements) return next()
  if ((await listDocumentsOwed(actor.id)).length === 0) return next()
  throw redirect(withReturnTo(to.agreements, returnToFrom({ url, context })), 303)
}
