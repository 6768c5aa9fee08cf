const MOST_KNOWN = 50_000

/** Whose the session cookies are that this process has looked up, by the cookie's value; it decides what counts by account, never what is allowed. */
const known = new Map<string, string>()

export function accountOfSession(token: string): string | undefined {
  return known.get(token)
}

export function rememberSession(token: string, accountId: string): void {
  if (known.has(token)) return
  if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!)
  known.set(token, accountId)
}

export function forgetSession(token: string): void {
  known.delete(token)
}
