/** Thrown where more calls wait than could be served in reasonable time. */
export class TooManyWaitingError extends Error {}

/**
 * Lets at most `atOnce` calls run at the same time, in the order of their arrival; beyond `maxWaiting` waiting calls new ones are refused
 * at once. For work that uses a core or a connection each and must leave some to others.
 */
export function concurrencyLimit(limits: {
  atOnce: number
  maxWaiting: number
}): <Value>(call: () => Promise<Value>) => Promise<Value> {
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

  return async (call) => {
    await takeSlot()
    try {
      return await call()
    } finally {
      // The slot goes to the next waiting call directly: nobody can take it in between.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
