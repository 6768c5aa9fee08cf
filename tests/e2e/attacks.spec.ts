import { createHash } from 'node:crypto'
import { request as send } from 'node:http'
import { expect, test } from '@playwright/test'
import { inlineScripts } from '#app/platform/unsafe/router-scripts.server.ts'
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import { routeTable } from '#app/web/route-table.ts'
import { base, confirmAdult } from './people.ts'

const FORM = 'application/x-www-form-urlencoded'
const EVIL = 'https://evil.example'

const built = (await import(join(import.meta.dirname, '..', '..', 'build', 'server', 'index.js'))) as ServerBuild
const table = [...routeTable(built.routes)].map(([pattern, handles]) => ({ pattern, methods: handles.at(-1)!.policy }))

/** Every address that changes something, with values for its parameters. */
const mutations = table.flatMap(({ pattern, methods }) =>
  Object.keys(methods)
    .filter((method) => !['GET', 'OPTIONS'].includes(method))
    .map((method) => ({ method, path: addressOf(pattern) })),
)

function addressOf(pattern: string): string {
  return pattern
    .replace(/:[^/]+/g, 'x')
    .replace('*', 'no/such/page')
    .replaceAll('?', '')
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(base() + path, { redirect: 'manual', ...init })
}

test('AUTH-08 every route that changes something refuses requests from another site or without an origin', async () => {
  test.setTimeout(120_000)
  const from: Record<string, string>[] = [
    {},
    { origin: EVIL },
    { origin: 'null' },
    { origin: '' },
    { origin: `${base()}.evil.example` },
    { origin: `${base()}, ${EVIL}` },
    { origin: EVIL, 'sec-fetch-site': 'same-origin', referer: base() },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', referer: `${base()}/` },
    { referer: `${EVIL}/${base()}` },
    { referer: `${base()}@evil.example/` },
  ]
  expect(mutations.length).toBeGreaterThan(20)
  for (const { method, path } of mutations) {
    // The gateway authenticates by its hash; the demo clock is for local programs, which send no Origin header.
    const machine = path === '/webhooks/flutterwave'
    const senders =
      path === '/dev/clock'
        ? from.filter((headers) => headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
        : from
    const addresses = machine || path.startsWith('/dev/') ? [path] : [path, `${path}.data`, `/x/..${path}`]
    const refused = async (address: string, headers: Record<string, string>) => {
      const answer = await ask(address, { method, headers: { 'content-type': FORM, ...headers }, body: 'a=1' })
      expect(answer.status, `${method} ${address} ${JSON.stringify(headers)}`).toBe(machine ? 401 : 403)
      expect(answer.headers.getSetCookie()).toEqual([])
      // Reading the body to its end frees the connection.
      await answer.arrayBuffer()
    }
    await Promise.all(senders.flatMap((headers) => addresses.map((address) => refused(address, headers))))
  }
})

test('every page has a strict policy: only its own scripts, and forms only to this site and the checkout', async ({
  browser,
}) => {
  const pages = table.filter(({ methods }) => methods.GET).map(({ pattern }) => pattern)
  const context = await browser.newContext()
  await confirmAdult(context)
  const nonces = new Set<string>()
  let checked = 0
  for (const path of [...pages.map(addressOf), '/amina_k', '/public-feed?shown=8', '/subscribe?pay=monthly']) {
    const answer = await ask(path, { headers: { cookie: 'peach_adult=1' } })
    const text = await answer.text()
    expect(answer.headers.get('referrer-policy'), path).toBe('same-origin')
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    const policy = answer.headers.get('content-security-policy')!
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval|strict-dynamic|\*/)
    for (const part of [
      `default-src 'none'`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
      `style-src 'self'`,
      `require-trusted-types-for 'script'`,
    ])
      expect(policy, path).toContain(part)
    expect(policy, path).toMatch(/form-action 'self'( http:\/\/[\w.:[\]-]+)*(;|$)/)
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    if (nonce !== undefined) {
      expect(nonces.has(nonce), `${path} has a nonce of its own`).toBe(false)
      nonces.add(nonce)
      for (const tag of text.match(/<script\b[^>]*>/g) ?? []) expect(tag, path).toContain(`nonce="${nonce}"`)
    } else {
      for (const script of inlineScripts(text))
        expect(policy, `${path}: ${script.slice(0, 90)}`).toContain(
          createHash('sha256').update(script).digest('base64'),
        )
    }
    expect(text, path).not.toMatch(/\son(click|load|error|submit)=|\sstyle="|javascript:/i)
    checked += 1
  }
  expect(checked).toBeGreaterThan(15)
  await context.close()
})

test('pages hydrate under their own policy: the browser blocks nothing', async ({ browser }) => {
  const context = await browser.newContext()
  await confirmAdult(context)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML|Trusted Type/i.test(message.text()))
      refused.push(message.text())
  })
  page.on('pageerror', (error) => refused.push(String(error)))
  for (const path of [
    '/public-feed',
    '/amina_k',
    '/subscribe?pay=monthly',
    '/auth',
    '/owner-login',
    '/viewer-onboarding',
  ]) {
    await page.goto(base() + path)
    await page.waitForLoadState('networkidle')
  }
  // A client navigation and a failing page: both are rendered by script.
  await page.goto(`${base()}/public-feed`)
  await page.locator('main a').first().click()
  await page.waitForLoadState('networkidle')
  await page.goto(`${base()}/nobody_bears_this`)
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
  await context.close()
})

test('TRACE, unknown methods and addresses of other hosts are refused, and nothing is echoed', async () => {
  for (const method of ['TRACE', 'TRACK', 'DEBUG', 'PROPFIND', 'MKCOL', 'LOCK'])
    for (const path of ['/', '/auth', '/admin', '/media/x/original']) {
      const { status, text } = await raw(method, path, { 'x-secret': 'do not echo' })
      expect([400, 403, 405, 501], `${method} ${path}`).toContain(status)
      expect(text).not.toContain('do not echo')
    }
  const host = await raw('GET', '/auth', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  expect(host.text).not.toContain('evil.example')
})

test('no one gets in by claiming a role in headers or cookies', async () => {
  const description: Record<string, string>[] = [
    { 'x-original-url': '/admin' },
    { 'x-rewrite-url': '/admin' },
    { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1;host=localhost' },
    { 'x-forwarded-user': 'owner@peach.example', authorization: 'Bearer x' },
    { cookie: 'peach_session=; isOwner=true; user_type=owner; owner_session={"isOwner":true}' },
    { cookie: 'peach_session=x; peach_session=y' },
  ]
  for (const headers of description) {
    const answer = await ask('/admin', { headers })
    expect([answer.status, answer.headers.get('location')], JSON.stringify(headers)).toEqual([
      303,
      '/owner-login?returnTo=%2Fadmin',
    ])
    expect((await (await ask('/', { headers })).text()).includes('Owner Dashboard')).toBe(false)
  }
})

/** Sends a raw request; fetch forbids some of these. */
function raw(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(base())
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end()
  })
}
