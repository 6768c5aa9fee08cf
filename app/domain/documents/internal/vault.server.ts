import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { decrypt, encrypt, keyFrom, newKey, sealFor, unsealFor } from '#app/platform/secrets.server.ts'

/** Under a prefix of its own, spread by the random end of the id. */
export function vaultKey(documentId: string): string {
  return `sealed/${documentId.slice(-2)}/${documentId}`
}

/** Encrypts under a key that only this document has; bytes and key are bound to its id. Returns the key, sealed. */
export async function putSealed(documentId: string, bytes: Uint8Array): Promise<string> {
  const own = newKey()
  await mediaStore().put(vaultKey(documentId), encrypt(keyFrom(own), bytes, documentId), 'application/octet-stream')
  return sealFor('document', own, documentId)
}

/** The decrypted picture, or null where the store has lost it. Throws where bytes or key were tampered with. */
export async function openSealed(documentId: string, sealedKey: string): Promise<Buffer | null> {
  const bytes = await readWhole(mediaStore(), vaultKey(documentId))
  return bytes && decrypt(keyFrom(unsealFor('document', sealedKey, documentId)), bytes, documentId)
}

export async function removeSealed(documentId: string): Promise<void> {
  await mediaStore().remove(vaultKey(documentId))
}
