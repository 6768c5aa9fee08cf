import { redirect, type MiddlewareFunction } from 'react-router'
import { listDocumentsOwed } from '#app/domain/consents/queries.server.ts'
import { actorContext } from '#app/web/context.server.ts'

// Open without agreeing: the page that asks, the documents, payment results, sign-out, the person's own data; and routes that are not
// pages.
const FREE =
  /^\/(agreements|terms|privacy|refunds|acceptable-use|creator-verification|about|age|sign-out|auth|confirm-identity|profile\/(export|deletion)|payment-callback|creator-subscription-callback|media|uploads|documents|webhooks|dev)(\/|\.|$)/

/** A signed-in person who has not agreed to the current documents is asked on the next page; posted forms still go through. */
export const agreementsMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const actor = context.get(actorContext)
  const member = actor?.userType === 'fan' || actor?.userType === 'creator'
  if (!member || request.method !== 'GET' || FREE.test(url.pathname)) return next()
  if ((await listDocumentsOwed(actor.id)).length === 0) return next()
  throw redirect(`/agreements?next=${encodeURIComponent(url.pathname + url.search)}`, 303)
}
