import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { log } from '#app/platform/log.server.ts'
import { isOn } from './switches.ts'

let aTick: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` makes. When a collection finds none of them alive, V8 drops their shape, the compiled
 * code of nextTick never learns the next one, and every response costs a third more until the process ends.
 */
export function keepShapeOfTicks(): void {
  if (!isOn('kept-tick')) return
  process.nextTick(() => {
    aTick = executionAsyncResource()
    if (!('callback' in aTick))
      log.debug('ticks are no longer separate objects: the switch kept-tick is not needed any more')
  })
}

/**
 * Collects the old generation when it has doubled. By default it is collected whenever it has grown by a tenth: every ten seconds at a
 * hundred requests a second, and each time the open requests wait 60 ms. The peak memory is the same.
 */
export function collectLessOften(): void {
  if (isOn('heap-growth')) setFlagsFromString('--heap-growing-percent=100')
}

/**
 * What the configuration, the migrations and a thousand modules needed at start is garbage now, and would stay for hours. A full collection
 * also returns the memory it took, 60 MiB, to the system, where a plain collection keeps it for the next garbage.
 */
export function collectStart(): void {
  if (!isOn('start-collection')) return
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  for (const afterMs of [0, 5_000])
    setTimeout(() => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }), afterMs).unref()
}
