import { config, readConfig, useConfig } from '#app/platform/config.server.ts'
import { type GatewayAccess, useGateway } from '#app/gateways/flutterwave/client.server.ts'
import { readClock, setClock } from '#app/platform/clock.server.ts'
import { closeDatabase, openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { closeQueue, openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { buildDemoData, hasDemoData } from './build-demo-data.server.ts'

/** Builds the demo data in a process of its own, so that the memory for painting is freed with it. Returns at once if the data exists. */
async function main(): Promise<void> {
  const url = process.env.DEMO_DATA_DATABASE_URL
  if (!url) throw new Error('DEMO_DATA_DATABASE_URL is missing: the server sets it')
  const secret = process.env.DEMO_DATA_SECRET
  if (!secret) throw new Error('DEMO_DATA_SECRET is missing: the server sets it')
  const gateway = process.env.DEMO_DATA_GATEWAY
  if (!gateway) throw new Error('DEMO_DATA_GATEWAY is missing: the server sets it')
  useConfig(readConfig(process.env))
  useSecrets([secret])
  openDatabase(url, { max: 4 })
  try {
    // A build that was interrupted while it played the past has left its clock there.
    if ((await readClock()) < 0) await setClock(null)
    if (await hasDemoData()) return
    useGateway(JSON.parse(gateway) as GatewayAccess)
    await openQueue(url, SERVER_ROLE, { maintain: false })
    const began = performance.now()
    console.log(`Building the demo data of ${config().brandName} (once, under a minute) ...`)
    await buildDemoData((done, of) => {
      if (done % 9 === 0 || done === of) console.log(`  ${done} of ${of} creators are complete`)
    })
    console.log(`The demo data is complete (${((performance.now() - began) / 1_000).toFixed(1)} s).`)
  } finally {
    await closeQueue()
    await closeDatabase()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error('The demo data could not be built:', error)
    process.exit(1)
  },
)
