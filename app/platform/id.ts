/**
 * UUID version 7: sorts by creation time, so that index pages fill in order. Made here because the oldest PostgreSQL we support can't.
 * Identifiers are not secrets: whatever must be unguessable uses `randomToken` of secrets.server.ts.
 */
export function newId(): string {
  // The random part of a version 4, which the platform draws from a pool instead of asking the system each time.
  return idAt(Date.now(), `7${crypto.randomUUID().slice(15)}`)
}

/** Smaller than any id that was made since then, by the real time, independent of the business clock. */
export function idBefore(minutesAgo: number): string {
  return idAt(Date.now() - minutesAgo * 60_000, '0000-0000-000000000000')
}

function idAt(ms: number, rest: string): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(text: string): boolean {
  return UUID.test(text)
}
