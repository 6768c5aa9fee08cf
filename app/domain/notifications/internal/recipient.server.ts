import type { Recipient } from '#app/domain/events/event.ts'
import { keyedHash, readingHashes } from '#app/platform/secrets.server.ts'

/** What a delivery is unique by: the account, or for an address without one its keyed hash. */
export function keyOf({ id, email = '' }: Recipient): string {
  return id ?? keyedHash('token', email).toString('base64url')
}

/** The keys that deliveries to an address without an account may have, also under former secrets. */
export function keysOfAddress(email: string): string[] {
  return readingHashes('token', email).map((hash) => hash.toString('base64url'))
}
