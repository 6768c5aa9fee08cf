import { keyedHash } from '#app/platform/secrets.server.ts'

/** The person who uses a code: the hash of an address, which visitors have too, and which can't be read back from it. */
export function personHash(email: string): Buffer {
  return keyedHash('token', `promo ${email}`)
}
