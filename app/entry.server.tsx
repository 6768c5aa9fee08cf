import { createHash } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { logFailure } from '#app/platform/log-failure.server.ts'
import { isDatabaseUnavailable } from '#app/platform/outage.ts'
import { actorContext, inlineStyleContext, outageContext, requestFactsContext } from '#app/web/context.server.ts'
import feedStyles from '#app/web/first-view/feed.css?inline'
import { FirstView, type FirstViewPage } from '#app/web/first-view/first-view.tsx'
import landingStyles from '#app/web/first-view/landing.css?inline'
import legalStyles from '#app/web/first-view/legal.css?inline'
import profileStyles from '#app/web/first-view/profile.css?inline'
import subscribeStyles from '#app/web/first-view/subscribe.css?inline'
import { pageResponse } from '#app/web/page-text.server.ts'
import { renderWanted } from '#app/web/rendered-once.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'

const END = '</body></html>'

const FIRST_VIEWS: Record<FirstViewPage, string> = {
  landing: landingStyles,
  legal: legalStyles,
  feed: feedStyles,
  profile: profileStyles,
  subscribe: subscribeStyles,
}

/**
 * Renders the whole page before the first byte leaves: its length is known, a failure still gets its own status, and it can be cached. All
 * data is loaded by then, so React renders in one pass to a string, which takes half as long as its stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...entryContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(requestFactsContext).nonce ?? undefined
  const firstView = context.get(actorContext) === null ? firstViewOf(request, entryContext) : null
  if (firstView)
    context.set(inlineStyleContext, `'sha256-${createHash('sha256').update(firstView.styles).digest('base64')}'`)
  const page = renderToString(
    <FirstView value={firstView}>
      <ServerRouter context={withMatchedRoutes(entryContext)} url={request.url} nonce={nonce} />
    </FirstView>,
  )
  renderWanted(renderToString)
  const scripts =
    serverHandoffStream && entryContext.renderMeta?.didRenderScripts
      ? await dataScripts(serverHandoffStream, nonce)
      : ''
  headers.set('content-type', 'text/html; charset=utf-8')
  return pageResponse(`<!DOCTYPE html>${page.slice(0, -END.length)}${scripts}${END}`, { status, headers })
}

/**
 * For visitors, who open these pages with an empty cache. People who are signed in have the sheets in it, and a browser that saves data loads
 * them once for all pages.
 */
function firstViewOf(request: Request, { staticHandlerContext }: Pick<EntryContext, 'staticHandlerContext'>) {
  if (request.headers.get('save-data') === 'on') return null
  const handle = staticHandlerContext.matches.at(-1)?.route.handle as RouteHandle | undefined
  const page = handle?.screen?.firstView
  return page ? { page, styles: FIRST_VIEWS[page] } : null
}

/** Without the other routes: the router would build each of them again for every page. */
function withMatchedRoutes(entryContext: EntryContext): EntryContext {
  const { manifest } = entryContext
  const routes: typeof manifest.routes = {}
  for (const { route } of entryContext.staticHandlerContext.matches) routes[route.id] = manifest.routes[route.id]
  return { ...entryContext, manifest: { ...manifest, routes } }
}

/** The loaders' data for the page in the browser, in the scripts that the router's own stream would write. */
async function dataScripts(stream: ReadableStream<Uint8Array>, nonce: string | undefined): Promise<string> {
  const opening = nonce ? `<script nonce="${nonce}">` : '<script>'
  const controller = 'window.__reactRouterContext.streamController'
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let scripts = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const text = JSON.stringify(decoder.decode(part.value, { stream: true }))
    scripts += `${opening}${controller}.enqueue(${text.replaceAll(UNSAFE_IN_SCRIPT, escapeCharacter)});</script>`
  }
  return `${scripts}${opening}${controller}.close();</script>`
}

const UNSAFE_IN_SCRIPT = /[&<>\u2028\u2029]/g

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Called for what loaders and actions throw. A thrown Response is an answer, not a failure. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: Readonly<RouterContextProvider> | undefined },
): void {
  if (isDatabaseUnavailable(error)) context?.set(outageContext, true)
  if (request.signal.aborted || error instanceof Response) return
  // The router reports an unknown address as an error; the visitor already gets the 404 page.
  if (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  )
    return
  logFailure(error, { path: new URL(request.url).pathname }, 'a route failed')
}
