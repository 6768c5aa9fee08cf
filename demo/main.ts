import { config, readConfig, useConfig } from '#app/platform/config.server.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { closeDatabase, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { buildDemoData, hasDemoData } from './build-demo-data.server.ts'

/** Builds the demo town in a process of its own, so that the memory of painting it goes away with it. Returns at once where it stands. */
async function main(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TOWN_DATABASE_URL is missing: the server names it')
  const secret = process.env.TEST_SECRET
  if (!secret) throw new Error('TOWN_SECRET is missing: the server hands it over')
  useConfig(readConfig(process.env))
  useSecrets([secret])
  openDatabase(url, { max: 4 })
  try {
    await readClock()
    if (await hasDemoData()) return
    await openQueue(url, SERVER_ROLE, { maintain: false })
    const began = performance.now()
    console.log(`Building the demo town of ${config().brandName} (once, under a minute) ...`)
    await buildDemoData((done, of) => {
      if (done % 9 === 0 || done === of) console.log(`  ${done} of ${of} creators have moved in`)
    })
    console.log(`The demo town stands (${((performance.now() - began) / 1_000).toFixed(1)} s).`)
  } finally {
    await closeQueue()
    await closeDatabase()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error('The demo town could not be built:', error)
    process.exit(1)
  },
)
