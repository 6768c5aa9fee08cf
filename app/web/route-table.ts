import { type Methods, type RouteHandle, gateOf, whoOf } from './route-handle.ts'

/** The part of React Router's server build that the table is made of. */
export type BuiltRoutes = Readonly<Record<string, BuiltRoute | undefined>>
type BuiltRoute = { id: string; parentId?: string; path?: string; index?: boolean; module: RouteModule }
type RouteModule = { handle?: unknown; action?: unknown; loader?: unknown; default?: unknown }

/** Every address of the product by its full pattern, with the handles of its modules: the layouts first, its own last. */
export type RouteTable = ReadonlyMap<string, readonly RouteHandle[]>

/** Throws for a module without a policy: a product that cannot say who may open an address does not start. */
export function routeTable(routes: BuiltRoutes): RouteTable {
  const complaints = routeComplaints(routes)
  if (complaints.length > 0) throw new Error(complaints.join('; '))
  return new Map(
    [...addressesOf(routes)].map(([pattern, chain]) => [
      pattern,
      chain.map((route) => route.module.handle as RouteHandle),
    ]),
  )
}

/** The handle of a pattern as the router names it, or null. */
export function handleAt(table: RouteTable | null, pattern: string): RouteHandle | null {
  return table?.get(wholePattern(pattern))?.at(-1) ?? null
}

/** The problems of the route modules, one sentence each. */
export function routeComplaints(routes: BuiltRoutes): string[] {
  return [...addressesOf(routes)].flatMap(([pattern, chain]) => {
    const complaints = chain
      .filter(({ module }) => policyOf(module) === null)
      .map(({ id }) => `${pattern}: ${id} has no policy in its handle`)
    const { id, module } = chain.at(-1)!
    const methods = policyOf(module)
    if (!methods) return complaints
    const changes = Object.keys(methods).filter((method) => method !== 'GET')
    if (!methods.GET && (module.loader || module.default || !module.action))
      complaints.push(`${pattern}: ${id} has no policy for GET`)
    if (methods.GET && module.action && !module.loader && !module.default)
      complaints.push(`${pattern}: ${id} has a policy for GET and answers only forms`)
    if (module.action && changes.length === 0) complaints.push(`${pattern}: ${id} has an action and no policy for it`)
    if (!module.action && changes.length > 0)
      complaints.push(`${pattern}: ${id} has a policy for ${changes.join()} and no action`)
    // A navigation in the browser to a page without a loader does not reach the server.
    if (module.default && !module.loader && methods.GET && whoOf(methods.GET) !== 'everybody')
      complaints.push(`${pattern}: ${id} needs a loader, so that its policy is enforced`)
    for (const policy of Object.values(methods))
      if (whoOf(policy) === 'pass' && gateOf(policy) === null)
        complaints.push(`${pattern}: ${id} needs a pass and has no gate`)
    return complaints
  })
}

function policyOf(module: RouteModule): Methods | null {
  return (module.handle as Partial<RouteHandle> | undefined)?.policy ?? null
}

/** Every address with its modules, the layouts first. */
function addressesOf(routes: BuiltRoutes): Map<string, BuiltRoute[]> {
  const found = new Map<string, BuiltRoute[]>()
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index) || route.parentId === undefined) continue
    const chain = chainOf(routes, route)
    const pattern = wholePattern(chain.map(({ path }) => path ?? '').join('/'))
    // The deeper route wins: an index route responds instead of its layout.
    if ((found.get(pattern)?.length ?? 0) < chain.length) found.set(pattern, chain)
  }
  return found
}

/** A route with the layouts around it, the outermost first; the root, which has no address, is left out. */
function chainOf(routes: BuiltRoutes, route: BuiltRoute): BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent?.parentId === undefined ? [route] : [...chainOf(routes, parent), route]
}

/** The router's name of a pattern, with exactly one slash before each part. */
export function wholePattern(pattern: string): string {
  return `/${pattern}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
}
