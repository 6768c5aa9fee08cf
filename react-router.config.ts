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
  },
} satisfies Config
