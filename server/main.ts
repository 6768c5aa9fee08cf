import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ConfigurationError, readConfig, useConfig } from '#app/platform/config.server.ts'
import { log } from '#app/platform/log.server.ts'
import { guardAgainstTheUnexpected } from './last-guard.ts'
import { type RunningServer, startServer } from './start.ts'

/** The only process of a small installation: configuration, database, queue, web and worker, as ROLES defines. */
async function main(): Promise<void> {
  const began = performance.now()
  keepAShapeOfTicks()
  try {
    useConfig(readConfig(process.env))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(`Peach does not start: ${error.message}.`)
    process.exit(1)
  }
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
  letGoOfTheStart()
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

/**
 * Collects the old generation when it has doubled. By default it is collected whenever it has grown by a tenth: every ten seconds at a
 * hundred requests a second, and each time the open requests wait 60 ms. The peak memory is the same.
 */
function collectLessOften(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

let aTick: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` makes. When a collection finds none of them alive, V8 drops their shape, the compiled
 * code of nextTick never learns the next one, and every response costs a third more until the process ends.
 */
function keepAShapeOfTicks(): void {
  process.nextTick(() => {
    aTick = executionAsyncResource()
    if (!('callback' in aTick))
      log.debug('ticks are no longer separate objects: keepAShapeOfTicks is not needed any more')
  })
}

/**
 * What the configuration, the migrations and a thousand modules needed at start is garbage now, and would stay for hours. A full collection
 * also returns the memory it took, 60 MiB, to the system, where a plain collection keeps it for the next garbage.
 */
function letGoOfTheStart(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  for (const afterMs of [0, 5_000])
    setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), afterMs).unref()
}

main().catch((error: unknown) => {
  console.error(`Peach does not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
