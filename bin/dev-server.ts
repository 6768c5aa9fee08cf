import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import { ROOT } from './run.ts'

const began = performance.now()
const vite = await createServer({ root: ROOT, server: { middlewareMode: true }, appType: 'custom' })

// Everything is loaded through Vite here, so that pages and server share one copy of each module, as in the build.
const { readConfig, useConfig } = (await vite.ssrLoadModule(
  '/app/platform/config.server.ts',
)) as typeof import('#app/platform/config.server.ts')
const { startServer } = (await vite.ssrLoadModule('/server/start.ts')) as typeof import('#server/start.ts')
useConfig(readConfig(process.env))
const server = await startServer({
  serveFile: vite.middlewares,
  build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
})
server.announce(Math.round(performance.now() - began))
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void server
      .stop()
      .then(() => vite.close())
      .then(() => process.exit(0))
  })
}
