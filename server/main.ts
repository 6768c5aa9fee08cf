import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ConfigurationError, readConfig, useConfig } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { startServer } from './start.ts'

/** The one process of a small installation: configuration, database, queue, web and worker, as ROLES says. */
async function main(): Promise<void> {
  const began = performance.now()
  try {
    useConfig(readConfig(process.env))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(`Peach does not start: ${error.message}.`)
    process.exit(1)
  }
  const server = await startServer()
  letGoOfTheStart()
  server.announce(Math.round(performance.now() - began))

  let leaving = false
  const leave = (signal: string) => {
    if (leaving) return
    leaving = true
    log.info({ signal }, 'leaving')
    // Whatever hangs, the process is gone within the promised time; nothing acknowledged depends on the rest of the goodbye.
    setTimeout(() => process.exit(1), 14_000).unref()
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'leaving failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
}

/** What reading the configuration, the migrations and a thousand modules needed is garbage now; by itself it would stay for hours. */
function letGoOfTheStart(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setTimeout(collect, 5_000).unref()
}

main().catch((error: unknown) => {
  console.error(`Peach does not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
