import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** Every use of the root secret has a key of its own, so that a leak of one says nothing about another. */
type Purpose = 'code' | 'token' | 'seal' | 'signed-media' | 'starter'

let roots: string[] = []
const keys = new Map<string, KeyObject>()

/** The first secret makes and reads; the others, from before a rotation, only read. */
export function useSecrets(secrets: string[]): void {
  roots = secrets
  keys.clear()
}

function key(purpose: Purpose, root = roots[0]): KeyObject {
  if (!root) throw new Error('the application secret has not been set yet')
  const name = `${purpose}:${root}`
  let found = keys.get(name)
  if (!found) {
    found = createSecretKey(Buffer.from(hkdfSync('sha256', root, 'peach', purpose, 32)))
    keys.set(name, found)
  }
  return found
}

/** 256 unguessable bits, safe in a cookie and in an address. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A keyed hash: what is stored instead of a code or a token. A stolen table can't be searched for short codes without the key. */
export function keyedHash(purpose: Purpose, text: string): Buffer {
  return createHmac('sha256', key(purpose)).update(text).digest()
}

/** The hashes to look a presented secret up by: the current key's, then those of the secrets before a rotation. */
export function readingHashes(purpose: Purpose, text: string): Buffer[] {
  return roots.map((root) => createHmac('sha256', key(purpose, root)).update(text).digest())
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Encrypts what must rest in the database for a moment, such as a code on its way into a mail. */
export function seal(text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key('seal'), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

export function unseal(text: string): string {
  const bytes = Buffer.from(text, 'base64url')
  let last: unknown
  for (const root of roots) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key('seal', root), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    } catch (error) {
      last = error
    }
  }
  throw last
}
