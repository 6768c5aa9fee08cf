import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import type { GatewayAccess } from '#app/gateways/flutterwave/client.server.ts'
import { log } from '#app/platform/log.server.ts'
import { keepLocks } from '#app/platform/process-locks.server.ts'
import { onTopic } from '#app/platform/processes.server.ts'

/** What a web process needs before its database. `isUp`: the others are serving already. */
export type Beginning = { gateway: GatewayAccess; secrets: string[]; pushKey: string | null; isUp: boolean }

/** How requests are served: in this process, or in several that share the port. */
export type Front = { becomeReady(serverUrl: string): Promise<void>; stop(): Promise<void> }

const LIVED_MS = 10_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000

/**
 * Forks the web processes, which share the port, and replaces those that end by themselves; the others answer meanwhile. Each listens as
 * soon as it can. A failure of the start rejects `becomeReady`.
 */
export function startWebProcesses(count: number, beginning: Omit<Beginning, 'isUp'>): Front {
  const running = new Map<number, Worker>()
  const waits = new Set<NodeJS.Timeout>()
  const database = Promise.withResolvers<string>()
  const ready = Promise.withResolvers<void>()
  let started = 0
  let isUp = false
  let leaving = false
  const allGone = Promise.withResolvers<void>()
  // Nobody waits for it while the database is brought up.
  ready.promise.catch(() => {})

  cluster.setupPrimary({ exec: join(import.meta.dirname, 'web-process.ts'), args: [] })
  onTopic('a web process begins', () => ({ ...beginning, isUp }))
  onTopic('where the database is', () => database.promise)
  onTopic('a web process is ready', () => {
    started += 1
    if (started < count || isUp) return
    isUp = true
    ready.resolve()
  })
  onTopic('a web process does not start', (reason: string) => {
    if (isUp) log.error({ reason }, 'a web process did not start')
    else ready.reject(new Error(reason))
  })
  const forgetLocksOf = keepLocks()
  for (let number = 1; number <= count; number += 1) fork(number, 0)

  function fork(number: number, waitedMs: number): void {
    const began = performance.now()
    const worker = cluster.fork({ WEB_PROCESS: String(number) })
    running.set(number, worker)
    worker.once('exit', (code, signal) => {
      running.delete(number)
      forgetLocksOf(worker.id)
      if (leaving) return running.size === 0 ? allGone.resolve() : undefined
      if (!isUp) return ready.reject(new Error(`a web process ended with code ${code ?? signal}`))
      const lived = performance.now() - began > LIVED_MS
      const waitMs = lived ? 0 : Math.min(Math.max(waitedMs * 2, FIRST_WAIT_MS), LONGEST_WAIT_MS)
      log.error({ process: number, code, signal, waitMs }, 'a web process has ended: another takes its place')
      const wait = setTimeout(() => {
        waits.delete(wait)
        fork(number, waitMs)
      }, waitMs)
      waits.add(wait)
    })
  }

  return {
    becomeReady: (serverUrl) => {
      database.resolve(serverUrl)
      return ready.promise
    },
    stop: async () => {
      leaving = true
      for (const wait of waits) clearTimeout(wait)
      if (running.size === 0) return
      for (const worker of running.values()) worker.process.kill('SIGTERM')
      await allGone.promise
    },
  }
}
