import { log } from '#app/platform/log.server.ts'

/**
 * How a process ends: at most once, `stop` first. If something hangs, the process ends within the given time with code 1; nothing
 * acknowledged depends on the rest of the shutdown.
 */
export function leaveOnce(stop: () => Promise<unknown>): (code: number, withinMs: number) => void {
  let leaving = false
  return (code, withinMs) => {
    if (leaving) return
    leaving = true
    setTimeout(() => process.exit(1), withinMs).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'leaving failed')
        process.exit(1)
      },
    )
  }
}

export const AT_A_SIGNAL_MS = 14_000
export const AFTER_A_FAULT_MS = 6_000
