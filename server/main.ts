import { ConfigurationError, readConfig, useConfig } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { switchOff } from '#app/platform/unsafe/switches.ts'
import { collectLessOften, collectStart, keepShapeOfTicks } from '#app/platform/unsafe/v8.server.ts'
import { guardAgainstTheUnexpected } from './last-guard.ts'
import { type RunningServer, startServer } from './start.ts'

/** The only process of a small installation: configuration, database, queue, web and worker, as ROLES defines. */
async function main(): Promise<void> {
  const began = performance.now()
  try {
    const config = readConfig(process.env)
    useConfig(config)
    switchOff(config.unsafeOff)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(`Peach does not start: ${error.message}.`)
    process.exit(1)
  }
  keepShapeOfTicks()
  let server: RunningServer | null = null
  let leaving = false
  const leave = (code: number, withinMs: number) => {
    if (leaving) return
    leaving = true
    // Even if something hangs, the process ends within the promised time; nothing acknowledged depends on the rest of the shutdown.
    setTimeout(() => process.exit(1), withinMs).unref()
    Promise.resolve(server?.stop()).then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'leaving failed')
        process.exit(1)
      },
    )
  }
  guardAgainstTheUnexpected(() => leave(1, AFTER_A_FAULT_MS))
  server = await startServer()
  collectStart()
  collectLessOften()
  server.announce(Math.round(performance.now() - began))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'leaving')
      leave(0, AT_A_SIGNAL_MS)
    })
}

const AT_A_SIGNAL_MS = 14_000
const AFTER_A_FAULT_MS = 6_000

main().catch((error: unknown) => {
  console.error(`Peach does not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
