import {
  createRequestHandler,
  RouterContextProvider,
  type ServerBuild,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
} from 'react-router'
import * as entry from '#app/entry.server.tsx'
import routes from '#app/routes.ts'
import { requestFactsContext, routeTableContext } from '#app/web/context.server.ts'
import type { Methods } from '#app/web/route-handle.ts'
import { type RouteTable, routeTable } from '#app/web/route-table.ts'

const MODULES = import.meta.glob('../../app/{root.tsx,web/**/*.ts,web/**/*.tsx}')
const ORIGIN = 'http://localhost:3000'

type RouteEntry = { id?: string; path?: string; index?: boolean; file: string; children?: RouteEntry[] }

/**
 * The product's own routes and middleware from their sources, in this process, so that a test can remove one check and see the effect.
 * Without `pages` nothing is rendered: a response is its status and its headers.
 */
export async function startSourceApp(
  options: { pages?: boolean } = {},
): Promise<(path: string, init: RequestInit) => Promise<Response>> {
  const handle = createRequestHandler(await buildOf(options.pages ?? false), 'production')
  const table = await sourceRoutes()
  return (path, init) => {
    const context = new RouterContextProvider()
    context.set(routeTableContext, table)
    context.set(requestFactsContext, { network: '10.9.0.0/24', userAgent: 'test', origin: ORIGIN, nonce: null })
    return handle(new Request(new URL(path, ORIGIN), init), context)
  }
}

let table: Promise<RouteTable> | null = null

/** Every address with its handle, from the sources; the same objects for every caller. */
export function sourceRoutes(): Promise<RouteTable> {
  table ??= builtRoutes().then((built) => routeTable(built as never))
  return table
}

/** What every address requires of each method, with the objects that the middleware reads. */
export async function sourcePolicies(): Promise<Readonly<Record<string, Methods>>> {
  return Object.fromEntries([...(await sourceRoutes())].map(([pattern, handles]) => [pattern, handles.at(-1)!.policy]))
}

async function builtRoutes(): Promise<Record<string, unknown>> {
  const built: Record<string, unknown> = { root: { id: 'root', path: '', module: await load('root.tsx') } }
  const add = async (route: RouteEntry, parentId: string): Promise<void> => {
    const id = route.id ?? route.file
    built[id] = { id, parentId, path: route.path, index: route.index, module: await load(route.file) }
    for (const child of route.children ?? []) await add(child, id)
  }
  for (const one of routes as RouteEntry[]) await add(one, 'root')
  return built
}

async function buildOf(pages: boolean): Promise<ServerBuild> {
  const built = await builtRoutes()
  const manifest = Object.fromEntries(
    Object.keys(built).map((id) => [
      id,
      { id, module: '/assets/source.js', hasLoader: true, hasAction: true, imports: [], css: [] },
    ]),
  )
  return {
    entry: {
      module: {
        default: pages
          ? entry.default
          : (_request: Request, status: number, headers: Headers) => new Response('', { status, headers }),
        handleError: (error: unknown) => failures.push(error),
      },
    },
    routes: built,
    assets: {
      entry: { imports: [], module: '/assets/source.js' },
      routes: manifest,
      url: '/assets/source.js',
      version: 'source',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    allowedActionOrigins: false,
  } as unknown as ServerBuild
}

/** What routes threw except responses. */
export const failures: unknown[] = []

/** A module as in the build: its page and its error page get their data as properties. */
async function load(file: string): Promise<unknown> {
  const found = MODULES[`../../app/${file}`]
  if (!found) return {}
  const module = (await found()) as {
    default?: Parameters<typeof UNSAFE_withComponentProps>[0]
    ErrorBoundary?: Parameters<typeof UNSAFE_withErrorBoundaryProps>[0]
  }
  return {
    ...module,
    ...(module.default && { default: UNSAFE_withComponentProps(module.default) }),
    ...(module.ErrorBoundary && { ErrorBoundary: UNSAFE_withErrorBoundaryProps(module.ErrorBoundary) }),
  }
}
