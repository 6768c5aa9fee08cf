const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'])
/** Errors of the pool and the driver have no code. */
const DRIVER =
  /connection (terminated|timeout|error)|timeout exceeded when trying to connect|cannot use a pool|query read timeout|timeout expired|was closed and is not queryable/i
/** Connection exceptions, too few resources, and shutting down or starting. */
const AWAY = /^(08|53|57P)/
/** Cancelled by its timeout, and a lock that was not granted in time. */
const BUSY = new Set(['57014', '55P03'])

/** Whether an error comes from the database or the connection to it, rather than from our own code. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string')
    return NETWORK.has(error.code) || /^[0-9A-Z]{5}$/.test(error.code)
  return DRIVER.test(error.message)
}

/** Whether an error means that the database can't be reached or accepts no work at the moment: the request itself is not wrong. */
export function isDatabaseAway(error: unknown): boolean {
  // The queue passes on a copy of the error, which is no Error object.
  if (typeof error !== 'object' || error === null || !('message' in error)) return false
  if (!('code' in error) || typeof error.code !== 'string') return DRIVER.test(String(error.message))
  // A socket in the file system is missing while the database is down; other missing files are faults of ours.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return NETWORK.has(error.code) || AWAY.test(error.code)
}

/** The same, or the database took too long: another try in a moment may work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Error && 'code' in error && BUSY.has(String(error.code)))
}
