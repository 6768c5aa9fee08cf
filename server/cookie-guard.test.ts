import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { keepPrivate } from './cookie-guard.ts'
import { createWeb, type Web } from './web.ts'

const PUBLIC = { 'cache-control': 'public, max-age=31536000, immutable', etag: '"x"' }

describe('the cookie guard', () => {
  it('makes every response that sets a cookie private to one browser', () => {
    const headers = new Headers({
      ...PUBLIC,
      'last-modified': 'Sun, 22 Nov 2026 00:00:00 GMT',
      expires: 'Mon, 22 Nov 2027 00:00:00 GMT',
      'cdn-cache-control': 'max-age=60',
      'surrogate-control': 'max-age=60',
      vary: 'accept-encoding',
      'set-cookie': 'peach_session=secret',
    })
    expect(keepPrivate(headers)).toBe(true)
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'private, no-store',
      vary: 'accept-encoding, Cookie',
      'set-cookie': 'peach_session=secret',
    })
  })

  it('leaves a response without a cookie unchanged, and names Cookie in Vary once', () => {
    const plain = new Headers(PUBLIC)
    expect(keepPrivate(plain)).toBe(false)
    expect(Object.fromEntries(plain)).toEqual(PUBLIC)
    const varied = new Headers({ vary: 'accept-encoding, cookie', 'set-cookie': 'a=b' })
    keepPrivate(varied)
    expect(varied.get('vary')).toBe('accept-encoding, cookie')
  })
})

describe('the HTTP entry', () => {
  let web: Web
  let origin: string

  beforeAll(async () => {
    useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
    web = createWeb({
      checkoutOrigins: [],
      workshop: { serveFile: (_request, _response, next) => next(), build: () => Promise.resolve(CARELESS) },
    })
    await web.becomeReady()
    web.server.listen(0, '127.0.0.1')
    await once(web.server, 'listening')
    origin = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    web.server.closeAllConnections()
    web.server.close()
  })

  it('AUTH-08 a route that makes a response with a cookie public by mistake is overruled, also as "not modified"', async () => {
    for (const status of [200, 304]) {
      const answer = await fetch(`${origin}/careless?status=${status}`)
      expect(answer.status).toBe(status)
      expect(answer.headers.getSetCookie()).toEqual(['peach_session=secret'])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('etag')).toBeNull()
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('cookie')
    }
  })
})

/** Routes of one resource that sets a cookie on a public response. */
const CARELESS = {
  entry: { module: { default: () => new Response('') } },
  routes: {
    root: { id: 'root', path: '', module: {} },
    careless: {
      id: 'careless',
      parentId: 'root',
      path: 'careless',
      module: {
        handle: { audience: 'everyone', policy: { GET: 'everybody' } },
        loader: ({ request }: { request: Request }) => {
          const status = Number(new URL(request.url).searchParams.get('status'))
          const headers = { ...PUBLIC, 'content-type': 'image/webp', 'set-cookie': 'peach_session=secret' }
          return new Response(status === 304 ? null : 'x', { status, headers })
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
  allowedActionOrigins: false,
} as unknown as ServerBuild
