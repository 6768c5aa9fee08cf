import { join } from 'node:path'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Which route modules of the built pages answer an address, with their layouts; none where no route does. */
export type RoutesAt = (pathname: string) => string[]

export async function builtRoutes(root: string): Promise<RoutesAt> {
  const { routes } = (await import(join(root, 'build/server/index.js'))) as ServerBuild
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return []
      const { id, path, index } = route
      return [index ? { id, path, index } : { id, path, children: below(id) }]
    })
  const tree = below(undefined)
  return (pathname) => (matchRoutes(tree, pathname.replace(/\.data$/, '')) ?? []).map(({ route }) => route.id!)
}
