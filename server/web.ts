import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createRequest } from '@remix-run/node-fetch-server'
import { sendResponse } from './send-response.ts'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import sirv from 'sirv'
import { config } from '#app/platform/config.server.ts'
import { countWaitingForDatabase } from '#app/platform/db.server.ts'
import { inlineStyleContext, requestFactsContext, routeTableContext } from '#app/web/context.server.ts'
import { cookieName } from '#app/web/cookies.server.ts'
import { approvalContext } from '#app/web/recent-approvals.server.ts'
import { wholeBody } from '#app/web/page-text.server.ts'
import { type RouteTable, routeTable } from '#app/web/route-table.ts'
import { type AnonymousPage, anonymousPages, type FindAnonymousPage, sharedRequest } from './anonymous-pages.ts'
import { compressPrivate } from './compress.ts'
import { keepPrivate, PRIVATE } from './cookie-guard.ts'
import { fileAddress, fileHeaders } from './file-headers.ts'
import { FrontGuard } from './front-guard.ts'
import { answerHealth } from './health.ts'
import { createLive } from './live.ts'
import { type Encoding, encodingFor, HtmlCache, type ReadyPage, type Rendered } from './html-cache.ts'
import { scriptHashes } from '#app/platform/unsafe/router-scripts.server.ts'
import { isOn } from '#app/platform/unsafe/switches.ts'
import { addressOf, allowOf, isUpgrade, learnAddresses, METHODS } from './methods.ts'
import { countAnswer, countRequest } from './metrics.ts'
import { clientAddress, networkOf, originOf, ownOrigins } from './origins.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { answerOrOutage } from './outage.ts'
import type { Place } from './places.ts'
import { answerRaw, answerUnreadable, fail, letBodyPass, refuse, refuseForeign, refuseMethod } from './refuse.ts'
import { NOTHING_RUNS, securityHeaders } from './security-headers.ts'
import { narrowHandler } from './narrow-handler.ts'
import { RecentMedia } from './recent-media.ts'
import { shed, ShedError } from './shed.ts'
import { mustWait, takeSlot, queueRequest } from './pipelining.ts'

const BUILD = join(import.meta.dirname, '..', 'build')
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What `npm run dev` uses instead of the built pages: nothing is cached, and the policy allows the tools. */
export type Workshop = {
  serveFile: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  build: () => Promise<ServerBuild>
}

export type Web = {
  server: Server
  /** Loads the pages, so that it is done by the time the database is up; `becomeReady` waits for it. */
  load(): void
  becomeReady(): Promise<void>
  stopTaking(): void
}

/**
 * The HTTP entry. In this order: whole anonymous pages from the cache, the list of methods, health, the same-origin rule, static files,
 * rate limits and places, and everything else through the routes. Until `becomeReady` is called, only health answers.
 */
export function createWeb(options: { checkoutOrigins: readonly string[]; workshop?: Workshop }): Web {
  const settings = config()
  const own = ownOrigins(settings)
  const security = securityHeaders({
    secure: settings.baseUrl.startsWith('https:'),
    checkoutOrigins: options.checkoutOrigins,
  })
  const cookies = {
    session: cookieName('session'),
    flash: cookieName('flash'),
    adult: cookieName('adult'),
    quickHide: cookieName('quick_hide'),
  }
  const cache = new HtmlCache()
  const recentMedia = new RecentMedia()
  const state = { ready: false, leaving: false }
  const guard = new FrontGuard({
    factor: settings.budgetFactor,
    sessionCookie: cookies.session,
    trustProxy: settings.trustProxy,
    waitingForDatabase: countWaitingForDatabase,
  })
  const files =
    options.workshop?.serveFile ??
    sirv(join(BUILD, 'client'), {
      etag: true,
      brotli: true,
      gzip: true,
      setHeaders: (response, path) => {
        // HTTP/1.1 keeps connections by itself: the two headers that say so are 48 bytes for each of a page's many files.
        response.removeHeader('connection')
        for (const [name, value] of fileHeaders(path, security)) response.setHeader(name, value)
      },
    })
  const live = createLive({
    own,
    guard,
    sessionCookie: cookies.session,
    trustProxy: settings.trustProxy,
    factor: settings.budgetFactor,
    headers: security.always,
    onRightEnded: () => recentMedia.forgetAll(),
  })
  let render: ReturnType<typeof createRequestHandler>
  let table: RouteTable
  let anonymousPageOf: FindAnonymousPage = () => null

  /** An error in one request ends only that response: an uncaught error here would end the process. */
  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (mustWait(request.socket)) return queueRequest(request.socket, () => answerSafely(request, response))
    answerSafely(request, response)
  }

  function answerSafely(request: IncomingMessage, response: ServerResponse): void {
    try {
      answer(request, response)
    } catch (error) {
      fail(response, security, error)
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const facts = readPageFacts(request)
    // A shared page has no nonce: its scripts are allowed by what we know of the router's.
    const shared = isOn('shared-page-scripts') ? anonymousPageOf(request, facts, cookies) : null
    const encoding = encodingFor(facts.acceptEncoding)
    const page = shared === null ? null : cache.fresh(shared.key, encoding)
    if (page) {
      countAnswer(page.status)
      return sendPage(facts, response, page)
    }
    countRequest(request, response)
    if (!METHODS.has(request.method!)) return refuseMethod(request, response, security)
    // Only proxies send whole addresses, and `*` names no page.
    if (!request.url!.startsWith('/')) return refuse(response, security, 400, 'Bad request.')
    if (answerHealth(request, response, state)) return
    if (!state.ready) return refuse(response, security, 503, 'Starting. Try again in a moment.', [['retry-after', '2']])
    if (addressOf(request.url!)?.upgrade)
      return refuse(response, security, 426, 'Open pages connect here by themselves.', [['upgrade', 'websocket']])
    // No name, code or text contains it, and the database refuses it.
    if (request.url!.includes('%00')) return refuse(response, security, 400, 'This address can\u2019t be read.')
    if (!SAFE_METHODS.has(request.method!)) {
      const refusal = refuseForeign(request, own)
      if (refusal) return refuse(response, security, refusal.status, refusal.text)
    }
    takeSlot(request.socket, response)
    if (shared === null) serveOther(request, response)
    else
      serveShared(shared, facts, encoding, request, response).catch((error: unknown) => fail(response, security, error))
  }

  /** A request that joins a running rendering costs nothing; one that starts a rendering is counted and takes a place. */
  async function serveShared(
    page: AnonymousPage,
    facts: PageFacts,
    encoding: Encoding,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const ready = cache.fresh(page.key, encoding)
    if (ready) return sendPage(facts, response, ready)
    const joins = cache.isFilling(page.key)
    const place = joins ? null : await guard.admit(request)
    if (place && !('leave' in place)) return shed(request, response, security, place)
    const render = async () => {
      // The result can't be shared: this request gets its own rendering, and counts.
      const own = joins ? await guard.admit(request) : null
      if (own && !('leave' in own)) throw new ShedError(own)
      return renderShared(page).finally(() => own?.leave())
    }
    try {
      // A client that left while waiting is not served, and another request may have rendered the page.
      if (response.destroyed) return
      const filled = cache.fresh(page.key, encoding) ?? (await cache.fill(page.key, encoding, render))
      if ('etag' in filled) sendPage(facts, response, filled)
      else sendRendered(response, filled)
    } catch (error) {
      if (!(error instanceof ShedError)) throw error
      shed(request, response, security, error.why)
    } finally {
      place?.leave()
    }
  }

  function serveOther(request: IncomingMessage, response: ServerResponse): void {
    // Ranges are for media; the files of the build are small, and their handler fails on a range that runs backwards.
    if (!request.url!.startsWith('/media/')) delete request.headers.range
    // No file of the build is below it.
    if (request.url!.startsWith('/media/')) return admitted(request, response)
    request.url = fileAddress(request.url!, settings)
    // A file that vanishes (a new build beside a running server) ends only its own response.
    response.once('pipe', (source) => source.once('error', () => response.destroy()))
    files(request, response, () => admitted(request, response))
  }

  function admitted(request: IncomingMessage, response: ServerResponse): void {
    serveAdmitted(request, response).catch((error: unknown) => fail(response, security, error))
  }

  /** Counts a request and waits for its place before its body is read and the database queried. */
  async function serveAdmitted(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const place = await guard.admit(request)
    if (!('leave' in place)) {
      response.once('finish', () => letBodyPass(request))
      return shed(request, response, security, place)
    }
    // A client that left while waiting is not served.
    if (response.destroyed) return place.leave()
    response.once('close', () => place.leave())
    if (await recentMedia.answer(request, response, () => place.leave())) return
    await serveRoute(request, response, place)
  }

  async function serveRoute(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
    const nonce = randomBytes(16).toString('base64')
    response.once('finish', () => letBodyPass(request))
    // From here on the response is only transferred, for minutes on a slow line: its place is free for the next request.
    const context = new RouterContextProvider()
    const keep = recentMedia.begin(request)
    const answer = await route(request, response, context, nonce).finally(() => place.leave())
    if (answer.status === 304) return sendResponse(response, unchanged(answer))
    const type = answer.headers.get('content-type') ?? ''
    const html = type.startsWith('text/html')
    const common = /^(image|audio|video)\//.test(type) ? security.files : security.always
    for (const [name, value] of common) if (!answer.headers.has(name)) answer.headers.set(name, value)
    // The router renders a refused method as a page, and drops the header of the refusal.
    if (answer.status === 405 && !answer.headers.has('allow')) answer.headers.set('allow', allowOf(request.url!))
    keepPrivate(answer.headers)
    if (!html) {
      if (!answer.headers.has('content-security-policy')) answer.headers.set('content-security-policy', NOTHING_RUNS)
      const approval = context.get(approvalContext)
      if (approval && answer.ok) keep(approval, answer)
      return sendResponse(response, answer)
    }
    const style = context.get(inlineStyleContext)
    if (!options.workshop)
      answer.headers.set('content-security-policy', security.contentSecurityPolicy([`'nonce-${nonce}'`], style))
    const whole = await wholeBody(answer)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const body = await compressPrivate(whole, answer.headers, encoding, style !== null)
    answer.headers.set('content-length', String(body.length))
    response.writeHead(answer.status, [...answer.headers].flat())
    response.end(body)
  }

  /** Renders a page shared by all visitors: no nonce; its scripts are allowed by their hashes. */
  async function renderShared(page: AnonymousPage): Promise<Rendered> {
    const context = new RouterContextProvider()
    context.set(routeTableContext, table)
    context.set(requestFactsContext, {
      network: 'unknown',
      userAgent: '',
      origin: new URL(settings.baseUrl).origin,
      nonce: null,
    })
    const asked = sharedRequest(page, settings.baseUrl, cookies)
    const answer = await answerOrOutage(asked, context, () => render(asked, context))
    const setsCookie = keepPrivate(answer.headers)
    const body = await wholeBody(answer)
    const html = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const headers: [string, string][] = [...security.always]
    for (const [name, value] of answer.headers)
      if (name !== 'content-length' && name !== 'cache-control') headers.push([name, value])
    headers.push([
      'content-security-policy',
      html
        ? security.contentSecurityPolicy(scriptHashes(body.toString()), context.get(inlineStyleContext))
        : NOTHING_RUNS,
    ])
    return {
      status: answer.status,
      headers,
      body,
      cacheable: html && answer.status === 200 && !setsCookie,
    }
  }

  function route(
    request: IncomingMessage,
    response: ServerResponse,
    context: RouterContextProvider,
    nonce: string,
  ): Promise<Response> {
    context.set(routeTableContext, table)
    const origin = originOf(request, settings, own)
    context.set(requestFactsContext, {
      network: networkOf(clientAddress(request, settings.trustProxy)),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      origin,
      nonce,
    })
    const url = new URL(origin)
    const asked = createRequest(request, response, { host: url.host, protocol: url.protocol })
    return answerOrOutage(asked, context, () => render(asked, context))
  }

  const server = createServer(
    {
      requestTimeout: 60_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      shouldUpgradeCallback: isUpgrade,
    },
    handle,
  )
  server.on('upgrade', (request, socket, head) => {
    live.upgrade(request, socket, head)
  })
  // We are no proxy. The socket is not a connection of the server any more: it must be ended by hand.
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    answerRaw(socket, '405 Method Not Allowed', [...security.always, ['allow', [...METHODS].join(', ')]])
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerUnreadable(error, socket, security.always))
  async function loadPages(): Promise<void> {
    if (options.workshop) {
      const { build } = options.workshop
      render = createRequestHandler(async () => {
        const built = await build()
        table = routeTable(built.routes)
        return built
      }, 'development')
      table = routeTable((await build()).routes)
    } else {
      const built = (await import(join(BUILD, 'server', 'index.js'))) as ServerBuild
      render = narrowHandler(built)
      table = routeTable(built.routes)
      anonymousPageOf = anonymousPages(table)
    }
    learnAddresses(table)
  }
  let loading: Promise<void> | null = null

  return {
    server,
    load: () => {
      loading ??= loadPages()
      // Reported where it is awaited.
      loading.catch(() => {})
    },
    becomeReady: async () => {
      await (loading ?? loadPages())
      state.ready = true
      live.start()
    },
    stopTaking: () => {
      state.leaving = true
      void live.stop()
    },
  }
}

/** What a 304 says anew: of everything else the browser keeps what it was sent with the bytes. A page of pictures is many of these. */
const OF_UNCHANGED = new Set(['etag', 'cache-control', 'vary', 'set-cookie'])

function unchanged(answer: Response): Response {
  const headers = new Headers()
  for (const [name, value] of answer.headers) if (OF_UNCHANGED.has(name)) headers.append(name, value)
  keepPrivate(headers)
  return new Response(null, { status: 304, headers })
}

function sendPage(facts: PageFacts, response: ServerResponse, page: ReadyPage): void {
  if (facts.ifNoneMatch === page.etag) {
    response.writeHead(304, page.notModifiedHeaders)
    response.end()
    return
  }
  response.writeHead(page.status, page.headers)
  response.end(page.body)
}

function sendRendered(response: ServerResponse, rendered: Rendered): void {
  response.writeHead(rendered.status, [
    ...rendered.headers.flat(),
    'content-length',
    String(rendered.body.length),
    'cache-control',
    PRIVATE,
  ])
  response.end(rendered.body)
}
