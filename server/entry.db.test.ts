import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { stopWatchingDatabase, watchDatabase } from '#app/platform/database-watch.server.ts'
import { closeDatabase, openDatabase } from '#app/platform/db.server.ts'
import { switchOff } from '#app/platform/unsafe/switches.ts'
import { inlineStyleContext, requestFactsContext } from '#app/web/context.server.ts'
import { useDatabase } from '#tests/support/database.ts'
import { HtmlCache, type Rendered } from './html-cache.ts'
import { comesFromUs } from './origins.ts'
import { createWeb, type Web } from './web.ts'

/** One script that the router writes, and one that was injected into a page. */
const SCRIPT = 'window.__reactRouterContext.streamController.close();'
const SMUGGLED = 'document.title = "x"'
const STYLE = `'sha256-of-the-sheet'`
let rendered = 0

/** One response of each kind; the entry adds the rest. */
function answerOf(request: Request, context: RouterContextProvider): Response {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const { nonce } = context.get(requestFactsContext)
  rendered += 1
  switch (new URL(request.url).pathname) {
    case '/terms':
      if (request.method === 'POST') return new Response('<h1>Not here</h1>', { status: 405, headers: html })
      return new Response(`<script>${SCRIPT}</script><script>${SMUGGLED}</script>${rendered}`, { headers: html })
    case '/my/wallet':
      return new Response(`<script nonce="${nonce}">${SCRIPT}</script>`, { headers: html })
    case '/my/missing':
      return new Response('<h1>Not here</h1>', { status: 404, headers: html })
    case '/my/broken':
      return new Response('<h1>Broken</h1>', { status: 500, headers: html })
    case '/my/styled':
      context.set(inlineStyleContext, STYLE)
      return new Response(`<style>p{}</style>`, { headers: html })
    case '/elsewhere':
    case '/my/elsewhere':
      return new Response(null, { status: 303, headers: { location: '/terms' } })
    case '/my/picture':
      return new Response('x', { headers: { 'content-type': 'image/webp' } })
    case '/my/throws':
      throw new Error('a bug')
    default:
      return Response.json({ ok: true })
  }
}

vi.mock('sirv', () => ({ default: () => (_request: unknown, _response: unknown, next: () => void) => next() }))
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  createRequestHandler: () => (request: Request, context: RouterContextProvider) =>
    Promise.resolve().then(() => answerOf(request, context)),
}))
const shared = (path: string) => ({
  id: path,
  parentId: 'root',
  path,
  module: { handle: { audience: 'everyone', policy: { GET: 'everybody' }, cacheable: {} }, loader: () => null },
})
const ROUTES = {
  root: { id: 'root', path: '', module: {} },
  terms: shared('terms'),
  elsewhere: shared('elsewhere'),
}
vi.doMock(join(import.meta.dirname, '..', 'build', 'server', 'index.js'), () => ({ routes: ROUTES }))

const TOKEN = 'the token of the probes'
const CHECKOUT = 'https://checkout.gateway.example'
const database = useDatabase()
let web: Web
let base: string

beforeAll(async () => {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent', METRICS_TOKEN: TOKEN }))
  watchDatabase(database.serverUrl())
  web = createWeb({ checkoutOrigins: [CHECKOUT] })
  web.server.listen(0, '127.0.0.1')
  await once(web.server, 'listening')
  base = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`
})
afterAll(() => {
  stopWatchingDatabase()
  web.server.closeAllConnections()
  web.server.close()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`${base}${path}`, { redirect: 'manual', ...init })

describe('the probes', () => {
  test('ADMIN-09 the server is not ready before its pages are, and answers everybody else with that message', async () => {
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    const early = await ask('/my/wallet')
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
    await web.becomeReady()
    expect((await ask('/readyz')).status).toBe(200)
  })

  test('ADMIN-09 /metrics is not found without the token, with a wrong one, or when none is set', async () => {
    const withToken = (authorization: string) => ask('/metrics', { headers: { authorization } })
    expect((await ask('/metrics')).status).toBe(404)
    for (const wrong of ['Bearer', 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`])
      expect((await withToken(wrong)).status, wrong).toBe(404)
    const right = await withToken(`Bearer ${TOKEN}`)
    expect(right.status).toBe(200)
    expect(await right.text()).toContain('money_waiting')
    useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
    try {
      for (const any of [`Bearer ${TOKEN}`, 'Bearer null', 'Bearer ', 'Bearer undefined'])
        expect((await withToken(any)).status, any).toBe(404)
    } finally {
      useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent', METRICS_TOKEN: TOKEN }))
    }
  })

  test('ADMIN-09 without its database the server is alive and not ready', async () => {
    await closeDatabase()
    stopWatchingDatabase()
    // No server listens there.
    openDatabase('postgres://peach_app@127.0.0.1:9/nothing', { max: 1 })
    watchDatabase('postgres://peach_app@127.0.0.1:9/nothing')
    try {
      expect((await ask('/readyz')).status).toBe(503)
      expect((await ask('/healthz')).status).toBe(200)
      const metrics = await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
      expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('database_up 0')])
    } finally {
      await closeDatabase()
      stopWatchingDatabase()
      openDatabase(database.serverUrl(), { max: 10 })
      watchDatabase(database.serverUrl())
    }
    expect((await ask('/readyz')).status).toBe(200)
  })
})

describe('the policy of what a page may run', () => {
  const PAGE = (scripts: string) =>
    `default-src 'none'; script-src 'self' ${scripts}; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; ` +
    `font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self' ${CHECKOUT}; ` +
    `frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types peach-worker`
  const NOTHING = `default-src 'none'; frame-ancestors 'none'; sandbox`
  const hash = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`

  test('ROLE-01 a page shared by visitors allows its scripts by their hashes, fresh, cached and unchanged', async () => {
    const first = await ask('/terms')
    const kept = await ask('/terms')
    const unchanged = await ask('/terms', { headers: { 'if-none-match': kept.headers.get('etag')! } })
    for (const answer of [first, kept, unchanged])
      expect(answer.headers.get('content-security-policy')).toBe(PAGE(hash))
  })

  test('ROLE-01 a page that carries its sheet inside allows this one, and no other page does', async () => {
    const styled = (await ask('/my/styled')).headers.get('content-security-policy')
    expect(styled).toContain(`style-src 'self' ${STYLE};`)
    expect((await ask('/my/wallet')).headers.get('content-security-policy')).toContain(`style-src 'self';`)
  })

  test('ROLE-01 with the hashes of its scripts switched off a public page is rendered for each visitor, with a nonce', async () => {
    switchOff(['shared-page-scripts'])
    try {
      const answer = await ask('/terms')
      expect(answer.headers.get('content-security-policy')).toContain("'nonce-")
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    } finally {
      switchOff([])
    }
  })

  test.each([
    ['/my/wallet', 200],
    ['/my/missing', 404],
    ['/my/broken', 500],
  ])(
    'ROLE-01 a page of one person (%s) runs only scripts with its nonce, which is new each time',
    async (path, status) => {
      const nonces = new Set<string>()
      for (let time = 0; time < 2; time += 1) {
        const answer = await ask(path)
        expect(answer.status).toBe(status)
        const policy = answer.headers.get('content-security-policy')!
        const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)![1]!
        expect(policy).toBe(PAGE(`'nonce-${nonce}'`))
        if (path === '/my/wallet') expect(await answer.text()).toContain(`nonce="${nonce}"`)
        nonces.add(nonce)
      }
      expect(nonces.size).toBe(2)
    },
  )

  test('ROLE-01 responses that are not pages run nothing: route responses, refusals, errors and probes', async () => {
    const foreign = { method: 'POST', headers: { origin: 'http://evil.example' } }
    const answers: Record<string, Response> = {
      redirect: await ask('/my/elsewhere'),
      // In the place of a page that visitors share.
      sharedRedirect: await ask('/elsewhere'),
      json: await ask('/my/data'),
      picture: await ask('/my/picture'),
      foreign: await ask('/my/data', foreign),
      unreadable: await ask('/a%00b'),
      fault: await ask('/my/throws'),
      alive: await ask('/healthz'),
      ready: await ask('/readyz'),
      metrics: await ask('/metrics'),
    }
    for (const [name, answer] of Object.entries(answers)) {
      expect(answer.headers.get('content-security-policy'), name).toBe(NOTHING)
      expect(answer.headers.get('x-content-type-options'), name).toBe('nosniff')
    }
    expect(answers.foreign!.status).toBe(403)
    expect(answers.fault!.status).toBe(500)
  })
})

describe('forms from elsewhere', () => {
  test('ROUTE-03 a page that takes no form answers 405 with the methods of its address', async () => {
    const answer = await ask('/terms', { method: 'POST', body: 'a=1', headers: { 'sec-fetch-site': 'same-origin' } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('ROLE-01 only our own origin can send forms; another host of the same site is refused', async () => {
    const own = new Set(['https://peach.example'])
    const from = (site: string, more: Record<string, string> = {}) =>
      comesFromUs({ 'sec-fetch-site': site, ...more }, own)
    expect(
      Object.fromEntries(['same-origin', 'none', 'same-site', 'cross-site', ''].map((site) => [site, from(site)])),
    ).toEqual({ 'same-origin': true, none: true, 'same-site': false, 'cross-site': false, '': false })
    expect(from('same-site', { referer: 'https://peach.example/wallet' })).toBe(false)
    expect(from('same-origin', { origin: 'https://static.peach.example' })).toBe(false)
    const answer = await ask('/my/data', { method: 'POST', headers: { 'sec-fetch-site': 'same-site' } })
    expect(answer.status).toBe(403)
  })
})

describe('the cache of shared pages', () => {
  afterEach(() => void vi.restoreAllMocks())

  const page = (text: string): Rendered => ({ status: 200, headers: [], body: Buffer.from(text), cacheable: true })
  const textOf = (filled: { body: Buffer } | null): string | null => filled?.body.toString() ?? null

  test('LAND-01 a page is cached for one second from the start of its rendering, and no longer', async () => {
    let at = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => at)
    const cache = new HtmlCache()
    await cache.fill('/terms', 'identity', () => {
      at += 400
      return Promise.resolve(page('first'))
    })
    at = 5_999
    expect(textOf(cache.fresh('/terms', 'identity'))).toBe('first')
    at = 6_000
    expect(cache.fresh('/terms', 'identity')).toBeNull()
    expect(
      textOf((await cache.fill('/terms', 'identity', () => Promise.resolve(page('second')))) as { body: Buffer }),
    ).toBe('second')
    expect(textOf(cache.fresh('/terms', 'identity'))).toBe('second')
  })

  test('LAND-01 every visitor sees a change a second later, and no browser keeps the page without asking again', async () => {
    const before = await ask('/terms')
    expect(before.headers.get('cache-control')).toBe('private, no-cache')
    const text = await before.text()
    const real = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => real() + 1_000)
    expect(await (await ask('/terms')).text()).not.toBe(text)
  })
})
