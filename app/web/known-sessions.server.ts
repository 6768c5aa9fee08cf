const MAX_KNOWN = 50_000

/**
 * Maps session cookies that this process has read to accounts. Used for limits per account, never for permissions.
 */
const known = new Map<string, string>()

export function accountOfSession(token: string): string | undefined {
  return known.get(token)
}

export function rememberSession(token: string, accountId: string): void {
  if (known.has(token)) return
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!)
  known.set(token, accountId)
}

export function forgetSession(token: string): void {
  known.delete(token)
}
