const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'])
/** What the pool and the driver say has no code. */
const DRIVER =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|cannot use a pool|query read timeout|timeout expired|was closed and is not queryable/i
/** Connection exceptions, too few resources, and shut down or starting. */
const AWAY = /^(08|53|57P)/
/** Cancelled for its time, and a lock that did not come in time. */
const BUSY = new Set(['57014', '55P03'])

/** Whether an error comes from the database or from the way to it, rather than from our own code. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string')
    return NETWORK.has(error.code) || /^[0-9A-Z]{5}$/.test(error.code)
  return DRIVER.test(error.message)
}

/** Whether an error says that the database can't be reached or takes no work at the moment: nothing is wrong with what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  // The queue hands on a copy of what it was told, which is no Error.
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  if (!('code' in error) || typeof error.code !== 'string') return DRIVER.test(String(error.message))
  // A socket in the file system is missing while the database is down; other missing files are faults of ours.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return NETWORK.has(error.code) || AWAY.test(error.code)
}

/** The same, or the database took too long over it: asking again in a moment may work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Error && 'code' in error && BUSY.has(String(error.code)))
}
