/**
 * UUID version 7: sorts by the time it was made, so that index pages fill in order. Made here because the oldest PostgreSQL we
 * support can't. Identifiers are not secrets: whatever must be unguessable uses `randomToken` of secrets.server.ts.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  // The random part of a version 4, which the platform draws from a pool instead of asking the system each time.
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(text: string): boolean {
  return UUID.test(text)
}
