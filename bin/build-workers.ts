import { join } from 'node:path'
import { build } from 'vite'
import { to } from '#app/links.ts'

const WORKERS = { sw: 'service-worker', 'sw-off': 'retired-worker' }

/** Writes /sw.js and what takes its place when it is switched off. A new build is a new text, by which browsers find it. */
export async function buildWorkers(root: string, version: string): Promise<void> {
  const addresses = {
    offline: to.offline,
    offlineFeed: to.offlineFeed,
    feeds: [to.feed, to.premiumFeed],
    notifications: to.notifications,
  }
  for (const [name, source] of Object.entries(WORKERS))
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { BUILD: JSON.stringify(version), ADDRESSES: JSON.stringify(addresses) },
      build: {
        outDir: join(root, 'build', 'client'),
        emptyOutDir: false,
        target: 'es2020',
        rolldownOptions: {
          input: join(root, 'app', 'web', 'worker', `${source}.ts`),
          output: { format: 'iife', entryFileNames: `${name}.js` },
        },
      },
    })
}
