import { keyedHash, randomToken, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'

/** The cookie of a browser that has signed in to an address: it names no one, gives no access, and only has limits of its own. */
export function newStaffDevice(email: string): string {
  const nonce = randomToken().slice(0, 22)
  return `${nonce}.${keyedHash('token', stamped(nonce, email)).toString('base64url')}`
}

/** The device's own name where it belongs to this address, else null. */
export function staffDeviceOf(cookie: string | null, email: string): string | null {
  const [nonce, stamp] = cookie?.split('.') ?? []
  if (!nonce || !stamp) return null
  const given = Buffer.from(stamp, 'base64url')
  return readingHashes('token', stamped(nonce, email)).some((hash) => sameBytes(hash, given)) ? nonce : null
}

function stamped(nonce: string, email: string): string {
  return `staff-device:${nonce}:${email}`
}
