import { RouterContextProvider } from 'react-router'
import type { Person } from '#app/domain/identity/actor.ts'
import routes from '#app/routes.ts'
import { actorContext, requestFactsContext, routeTableContext } from '#app/web/context.server.ts'
import { authorize } from '#app/web/middleware/policy.server.ts'
import { keepPrivate } from '#server/cookie-guard.ts'
import type { Asked, RouteHandle } from '#app/web/route-handle.ts'
import { type RouteTable, wholePattern } from '#app/web/route-table.ts'

export type RouteModule = { handle: RouteHandle; loader?: unknown; action?: unknown }
export type RouteAnswer = {
  status: number
  location: string | null
  data: Record<string, unknown>
  headers: Headers
  toast: { title: string; description: string } | null
}

/** The response of a route as the server sends it. */
export function asSent(response: Response): Response {
  keepPrivate(response.headers)
  return response
}

const ORIGIN = 'http://localhost:3000'

type RouteEntry = { path?: string; file: string; children?: RouteEntry[] }

/** Every address by its pattern, from the list of routes alone: which is a page is known by its file's name. */
export const ROUTE_TABLE: RouteTable = new Map(tableOf(routes))

function tableOf(entries: readonly RouteEntry[], above = ''): [string, RouteHandle[]][] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const pattern = wholePattern(`${above}/${path}`)
    const handle = {
      audience: 'everyone',
      policy: { GET: 'everybody' },
      ...(file.endsWith('.tsx') && { title: 'A page' }),
    } satisfies RouteHandle
    return [[pattern, [handle]], ...tableOf(children, pattern)]
  })
}

/** The answer of a route's loader or action, if its policy lets the request in; otherwise the response is thrown. */
export async function runRoute(route: RouteModule, asked: Asked): Promise<unknown> {
  asked.context.set(routeTableContext, ROUTE_TABLE)
  await authorize(asked, [route.handle])
  const run = (asked.request.method === 'GET' ? route.loader : route.action) as (args: object) => unknown
  return run({ ...asked, pattern: asked.url.pathname })
}

/** One browser that calls routes under their policies, as the server would, and keeps their cookies. */
export function aBrowser(actor: Person | null = null) {
  const jar = new Map<string, string>()

  async function call(
    route: RouteModule,
    path: string,
    options: { form?: Record<string, string>; params?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<RouteAnswer> {
    const url = new URL(path, ORIGIN)
    const { form, params = {} } = options
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form ? new URLSearchParams(form) : undefined
    const request = new Request(url, { method: form ? 'POST' : 'GET', headers: { ...options.headers, cookie }, body })
    const context = new RouterContextProvider()
    context.set(requestFactsContext, { network: '10.9.0.0/24', userAgent: 'test', origin: ORIGIN, nonce: null })
    context.set(actorContext, actor)
    let answered: unknown
    try {
      answered = await runRoute(route, { request, url, params, context })
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown
      answered = thrown
    }
    return read(answered)
  }

  async function read(answered: unknown): Promise<RouteAnswer> {
    const wrapped = (answered ?? {}) as { data?: unknown; init?: { status?: number; headers?: HeadersInit } | null }
    const response = answered instanceof Response ? answered : null
    const headers = response?.headers ?? new Headers(wrapped.init?.headers)
    keepPrivate(headers)
    for (const line of headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      if (/Max-Age=0/.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const flash = jar.get('peach_flash')
    return {
      status: response?.status ?? wrapped.init?.status ?? 200,
      location: headers.get('location'),
      data: (response
        ? await jsonOf(response)
        : 'init' in wrapped && 'data' in wrapped
          ? wrapped.data
          : answered) as Record<string, unknown>,
      headers,
      toast: flash ? (JSON.parse(decodeURIComponent(flash)) as { title: string; description: string }) : null,
    }
  }

  return { call, jar, becomes: (person: Person | null) => void (actor = person) }
}

/** What a route answers to a script; nothing for other responses. */
async function jsonOf(response: Response): Promise<unknown> {
  return response.headers.get('content-type') === 'application/json' ? JSON.parse(await response.text()) : {}
}
