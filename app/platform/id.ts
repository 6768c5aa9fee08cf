/**
 * UUID version 7: sorts by the time it was made, so that index pages fill in order. Made here because the oldest PostgreSQL we
 * support can't. Identifiers are not secrets: whatever must be unguessable uses `randomToken` of secrets.server.ts.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  let milliseconds = Date.now()
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = milliseconds % 256
    milliseconds = Math.floor(milliseconds / 256)
  }
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(text: string): boolean {
  return UUID.test(text)
}
