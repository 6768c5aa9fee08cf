import { keyedHash, randomToken, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'

/** What a browser keeps that has signed in to an address: it names no one, opens nothing, and only its limits are its own. */
export function newStaffDevice(email: string): string {
  const nonce = randomToken().slice(0, 22)
  return `${nonce}.${keyedHash('token', stamped(nonce, email)).toString('base64url')}`
}

/** The device's own name where it is one of this address, else null. */
export function staffDeviceOf(cookie: string | null, email: string): string | null {
  const [nonce, stamp] = cookie?.split('.') ?? []
  if (!nonce || !stamp) return null
  const given = Buffer.from(stamp, 'base64url')
  return readingHashes('token', stamped(nonce, email)).some((hash) => sameBytes(hash, given)) ? nonce : null
}

function stamped(nonce: string, email: string): string {
  return `staff-device:${nonce}:${email}`
}
