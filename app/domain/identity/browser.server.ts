import { keyedHash, randomToken, readingHashes } from '#app/platform/secrets.server.ts'

/** What ties a mailed code to the browser that requested it: the hash to store and the hashes to look it up by. */
export type Browser = { storedHash: Buffer; hashes: Buffer[] }

/** The value of a new browser cookie. */
export function newBrowserToken(): string {
  return randomToken()
}

export function browserOf(token: string): Browser {
  return { storedHash: keyedHash('token', token), hashes: readingHashes('token', token) }
}
