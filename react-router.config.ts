import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import type { ServerBuild } from 'react-router'
import { routeTable } from './app/web/route-table.ts'

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
  },
} satisfies Config

type BrowserManifest = { routes: Record<string, { parentId?: string; hasDefaultExport: boolean }> }

/** Every page loads the manifest: addresses that only take forms or answer scripts are left out of it, and what is false. */
function keepPagesInManifest(): void {
  const folder = join(import.meta.dirname, 'build', 'client', 'assets')
  const [name] = readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file))
  const file = join(folder, name!)
  const [, start, json] = /^([^=]+=)(\{.*\});?\s*$/s.exec(readFileSync(file, 'utf8'))!
  const manifest = JSON.parse(json!) as BrowserManifest
  const parents = new Set(Object.values(manifest.routes).map((route) => route.parentId))
  manifest.routes = Object.fromEntries(
    Object.entries(manifest.routes).filter(([id, route]) => route.hasDefaultExport || parents.has(id)),
  )
  const short = JSON.stringify(manifest, (_, value: unknown) => (value === false ? undefined : value))
  writeFileSync(file, `${start}${short};`)
}
