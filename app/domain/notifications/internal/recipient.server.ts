import type { Recipient } from '#app/domain/events/event.ts'
import { keyedHash } from '#app/platform/secrets.server.ts'

/** What a delivery is unique by: the account, or for an address without one its keyed hash. */
export function keyOf({ id, email = '' }: Recipient): string {
  return id ?? keyedHash('token', email).toString('base64url')
}
