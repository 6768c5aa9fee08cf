import { ConfigurationError, readConfig, useConfig } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { switchOff } from '#app/platform/unsafe/switches.ts'
import { collectLessOften, collectStart, keepShapeOfTicks } from '#app/platform/unsafe/v8.server.ts'
import { keepCompiled } from './keep-compiled.ts'
import { guardAgainstTheUnexpected } from './last-guard.ts'
import { AFTER_A_FAULT_MS, AT_A_SIGNAL_MS, leaveOnce } from './leave.ts'
import { type RunningServer, startServer } from './start.ts'

/** The first process, and the only one of a small installation: configuration, database, queue, web and worker, as ROLES defines. */
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
  const leave = leaveOnce(async () => server?.stop())
  guardAgainstTheUnexpected(() => leave(1, AFTER_A_FAULT_MS))
  server = await startServer()
  collectStart()
  collectLessOften()
  keepCompiled()
  server.announce(Math.round(performance.now() - began))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'leaving')
      leave(0, AT_A_SIGNAL_MS)
    })
}

main().catch((error: unknown) => {
  console.error(`Peach does not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
