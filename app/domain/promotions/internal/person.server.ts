import { keyedHash } from '#app/platform/secrets.server.ts'

/** Who uses a code: an address, which visitors have too, and which nobody reads back from it. */
export function personHash(email: string): Buffer {
  return keyedHash('token', `promo ${email}`)
}
