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

/** Every use of the root secret has a key of its own, so that a leak of one reveals nothing about another. */
type Purpose =
  | 'code'
  | 'token'
  | 'seal'
  | 'signed-media'
  | 'checkout'
  | 'document'
  | 'invite'
  | 'passkey'
  | 'payout-account'
  | 'release'
  | 'watermark'

/** A key is derived from its label, and hashes made with it are stored: a purpose that gets another name keeps its label. */
const LABELS: Partial<Record<Purpose, string>> = { checkout: 'starter' }

let roots: string[] = []
const keys = new Map<string, KeyObject>()

/** The first secret signs and reads; the others, from before a rotation, only read. */
export function useSecrets(secrets: string[]): void {
  roots = secrets
  keys.clear()
}

function key(purpose: Purpose, root = roots[0]): KeyObject {
  if (!root) throw new Error('the application secret has not been set yet')
  const name = `${purpose}:${root}`
  let found = keys.get(name)
  if (!found) {
    found = createSecretKey(Buffer.from(hkdfSync('sha256', root, 'peach', LABELS[purpose] ?? purpose, 32)))
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

/** Encrypts what must be stored in the database for a moment, such as a code that waits for its mail. */
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

/** Encrypts a key or another short secret for one purpose. `about` names what it belongs to: elsewhere it can't be opened. */
export function sealFor(purpose: Purpose, secret: Uint8Array, about: string): string {
  return encrypt(key(purpose), secret, about).toString('base64url')
}

/** The decrypted secret, by whichever root secret sealed it. Throws where none did, or where it belongs to something else. */
export function unsealFor(purpose: Purpose, sealed: string, about: string): Buffer {
  let last: unknown
  for (const root of roots) {
    try {
      return decrypt(key(purpose, root), Buffer.from(sealed, 'base64url'), about)
    } catch (error) {
      last = error
    }
  }
  throw last
}

/** AES-256-GCM: nonce, tag, bytes. `about` must be the same for opening. */
export function encrypt(secretKey: KeyObject, bytes: Uint8Array, about: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secretKey, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws where the key, the bytes or `about` are not those of the encryption. */
export function decrypt(secretKey: KeyObject, sealed: Uint8Array, about: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secretKey, sealed.subarray(0, 12)).setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

/** A key that nothing else shares, and the same from its bytes. */
export function newKey(): Buffer {
  return randomBytes(32)
}

export function keyFrom(bytes: Uint8Array): KeyObject {
  return createSecretKey(bytes)
}
