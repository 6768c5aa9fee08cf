const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'])

/** Whether an error comes from the database or from the way to it, rather than from our own code. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string')
    return NETWORK.has(error.code) || /^[0-9A-Z]{5}$/.test(error.code)
  // What the pool says has no code.
  return /connection (terminated|timeout)|timeout exceeded when trying to connect|cannot use a pool/i.test(
    error.message,
  )
}
