import type { RouterContextProvider } from 'react-router'
import { config } from '#app/platform/config.server.ts'
import { databaseIsAway, whenDatabaseStaysAway } from '#app/platform/database-watch.server.ts'
import { outageContext } from '#app/web/context.server.ts'
import { withStatus } from '#app/web/page-text.server.ts'
import { plainPage } from './plain-page.ts'

/** What happened to the content of a request: it was never handled, or its result is unknown. */
type Fate = 'not begun' | 'unknown'

const RETRY_SECONDS = '5'

/**
 * Answers a request through the routes, or with 503 and a message if the database is unavailable: at once if that is known, and after
 * seconds if it happens meanwhile. What a route has begun continues after the response.
 */
export async function answerOrOutage(
  request: Request,
  context: RouterContextProvider,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (databaseIsAway()) return outageResponse(request, 'not begun')
  const routed = answer()
  let forget = () => {}
  const cut = new Promise<null>((resolve) => {
    forget = whenDatabaseStaysAway(() => resolve(null))
  })
  const first = await Promise.race([routed, cut]).finally(forget)
  if (first === null) {
    routed.then((late) => late.body?.cancel()).catch(() => {})
    return outageResponse(request, 'unknown')
  }
  const failed = context.get(outageContext) && first.status >= 500
  if (!failed && first.status !== 503) return first
  // A form's own outage message is kept, with what was typed; so is the router's data, which the page in the browser reads.
  if (failed && wantsPage(request)) return outageResponse(request, 'unknown')
  const kept = withStatus(first, 503)
  kept.headers.set('retry-after', RETRY_SECONDS)
  return kept
}

function outageResponse(request: Request, fate: Fate): Response {
  const headers = { 'retry-after': RETRY_SECONDS }
  if (!wantsPage(request))
    return new Response('Peach can\u2019t reach its database. Try again in a moment.\n', {
      status: 503,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    })
  return new Response(page(request, fate), {
    status: 503,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}

function wantsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}

function page(request: Request, fate: Fate): string {
  const sends = request.method !== 'GET' && request.method !== 'HEAD'
  const message = sends
    ? fate === 'not begun'
      ? 'What you sent was not saved. Go back, wait a minute, and send it again.'
      : 'We don’t know if what you sent was saved. Wait a minute and check before you send it again.'
    : 'Nothing is lost. Wait a minute, then try again.'
  const brand = config().brandName
  return plainPage({
    title: `Not available right now \u00b7 ${brand}`,
    heading: `${brand} is not available right now`,
    text: `Our database does not answer. ${message}`,
    tryAgain: !sends,
  })
}
