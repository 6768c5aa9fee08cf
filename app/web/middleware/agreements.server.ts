import { redirect, type MiddlewareFunction } from 'react-router'
import { listDocumentsOwed } from '#app/domain/consents/queries.server.ts'
import { actorContext } from '#app/web/context.server.ts'

// Where somebody must get to without agreeing: the page that asks, what it asks about, the result of a payment, the way out and their
// own data; and what is no page.
const FREE =
  /^\/(agreements|terms|privacy|refunds|acceptable-use|creator-verification|about|age|sign-out|auth|confirm-identity|profile\/(export|deletion)|payment-callback|creator-subscription-callback|media|uploads|documents|webhooks|dev)(\/|\.|$)/

/** Whoever is signed in and hasn't agreed to what is in force now is asked on the next page; what they have begun to send arrives first. */
export const agreementsMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const actor = context.get(actorContext)
  const member = actor?.userType === 'fan' || actor?.userType === 'creator'
  if (!member || request.method !== 'GET' || FREE.test(url.pathname)) return next()
  if ((await listDocumentsOwed(actor.id)).length === 0) return next()
  throw redirect(`/agreements?next=${encodeURIComponent(url.pathname + url.search)}`, 303)
}
