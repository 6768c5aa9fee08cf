/** Thrown where more wait than could be served in reasonable time. */
export class TooManyWaitingError extends Error {}

/**
 * Lets at most `atOnce` acts run at the same time, in the order in which they came; more than `maxWaiting` in line are turned away at
 * once. For work that takes a core or a connection each and must leave some to everybody else.
 */
export function concurrencyLimit(limits: {
  atOnce: number
  maxWaiting: number
}): <Value>(event: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const line: (() => void)[] = []

  function takeSlot(): Promise<void> {
    if (running < limits.atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (line.length >= limits.maxWaiting) return Promise.reject(new TooManyWaitingError('too many are waiting'))
    return new Promise((resolve) => {
      line.push(resolve)
    })
  }

  return async (event) => {
    await takeSlot()
    try {
      return await event()
    } finally {
      // The turn goes to the next in line directly: nobody can slip in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
