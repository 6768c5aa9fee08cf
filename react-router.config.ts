import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import type { ServerBuild } from 'react-router'
import { buildWorkers } from './bin/build-workers.ts'
import { routeTable } from './app/web/route-table.ts'
import { isStaffRoute, staffManifest } from './app/web/staff-routes.ts'

export default {
  ssr: true,
  // The page contains the whole route manifest, so there is no manifest endpoint that somebody could flood.
  routeDiscovery: { mode: 'initial' },
  // The build fails for a route without a policy, and for a method without one.
  buildEnd: async () => {
    const built = (await import(
      /* @vite-ignore */ join(import.meta.dirname, 'build', 'server', 'index.js')
    )) as ServerBuild
    routeTable(built.routes)
    keepPagesInManifest()
    await buildWorkers(import.meta.dirname, built.assets.version)
  },
} satisfies Config

type BrowserRoute = { id?: string; parentId?: string; imports?: string[]; hasDefaultExport: boolean }
type BrowserManifest = { entry: { imports: string[] }; routes: Record<string, BrowserRoute> }

/**
 * Every page loads the manifest. Left out of it are addresses that only take forms or answer scripts, the pages that only the service worker
 * asks for, what is false, the files that every page has loaded, and ids, which its script adds again. Only the team's pages load the one
 * that names them.
 */
function keepPagesInManifest(): void {
  const folder = join(import.meta.dirname, 'build', 'client', 'assets')
  const [name] = readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file))
  const file = join(folder, name!)
  const [, start, json] = /^([^=]+=)(\{.*\});?\s*$/s.exec(readFileSync(file, 'utf8'))!
  const manifest = JSON.parse(json!) as BrowserManifest
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  const loaded = new Set(manifest.entry.imports)
  const pages = Object.entries(manifest.routes)
    .filter(([id, route]) => (route.hasDefaultExport && !id.startsWith('web/public/offline')) || parents.has(id))
    .map(([id, route]) => [id, { ...route, imports: route.imports?.filter((one) => !loaded.has(one)) }] as const)
  const write = (to: string, routes: typeof pages): void => {
    const short = JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) }, (key, value: unknown) =>
      key === 'id' || value === false ? undefined : value,
    )
    writeFileSync(to, `${start}${short};for(const[i,r]of Object.entries(__reactRouterManifest.routes))r.id=i;`)
  }
  write(staffManifest(file), pages)
  write(
    file,
    pages.filter(([id]) => !isStaffRoute(id)),
  )
}
