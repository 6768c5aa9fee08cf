import { config } from '#app/platform/config.server.ts'
import { keyedHash, readingHashes, sameBytes } from '#app/platform/secrets.server.ts'
import { addressOf } from '#app/target-address.ts'

/**
 * The secret of an invite is derived from its id with a key of its own, so that the list can show the link again although only a hash of
 * it is stored. Reading the table without the key reveals no link.
 */
export function newInviteToken(inviteId: string): { token: string; stored: Buffer } {
  const token = keyedHash('invite', inviteId).toString('base64url')
  return { token, stored: keyedHash('token', token) }
}

/** The link of a stored invite, or null where its key was rotated away. */
export function inviteLink(inviteId: string, stored: Buffer): string | null {
  for (const hash of readingHashes('invite', inviteId)) {
    const token = hash.toString('base64url')
    if (readingHashes('token', token).some((known) => sameBytes(known, stored))) return linkOf(token)
  }
  return null
}

export function linkOf(token: string): string {
  return config().baseUrl + addressOf({ kind: 'staff_invite', query: { invite: token } })
}
