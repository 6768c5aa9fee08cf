import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from 'react-router'
import { isStaffRoute, staffManifest } from '#app/web/staff-routes.ts'

const MAX_KNOWN = 5_000
/** Longer ones are made up, and would fill the memory. */
const LONGEST = 100

/**
 * The router's handler of a build. It compares an address with all routes, several times a request; for an address that it has matched
 * before, a handler with only that route and its layouts does the same work with nothing to compare.
 */
export function narrowHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, 'production')
  const tree = routesBelow(build, undefined)
  const byRoute = new Map<string, RequestHandler>()
  const known = new Map<string, RequestHandler>()

  function handlerFor(pathname: string): RequestHandler {
    const branch = matchRoutes(tree, pathname)?.map(({ route }) => route.id!)
    if (!branch) return whole
    const id = branch.at(-1)!
    let handler = byRoute.get(id)
    if (!handler) {
      const routes = Object.fromEntries(branch.map((name) => [name, build.routes[name]]))
      const part = branch.some(isStaffRoute) ? withStaffPages(build) : build
      byRoute.set(id, (handler = createRequestHandler({ ...part, routes }, 'production')))
    }
    return handler
  }

  return (request, context) => {
    const { pathname } = new URL(request.url)
    // An address of data names another page's route.
    if (pathname.endsWith('.data') || pathname.length > LONGEST) return whole(request, context)
    let handler = known.get(pathname)
    if (!handler) {
      handler = handlerFor(pathname)
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!)
      known.set(pathname, handler)
    }
    return handler(request, context)
  }
}

function routesBelow(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index, caseSensitive } = route
    return [index ? { id, path, caseSensitive, index } : { id, path, caseSensitive, children: routesBelow(build, id) }]
  })
}

/** The same build, whose pages load the manifest that names the team's pages. */
function withStaffPages(build: ServerBuild): ServerBuild {
  return { ...build, assets: { ...build.assets, url: staffManifest(build.assets.url) } }
}
