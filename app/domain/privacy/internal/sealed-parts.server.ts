import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readWhole } from '#app/gateways/media-store/media-store.ts'
import { mediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { seal, unseal } from '#app/platform/secrets.server.ts'

/** An archive is stored in parts of this size: the amount that has to be in memory at once, in any store. */
const PART_BYTES = 4 * 1024 * 1024
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Archive = { bytes: number; parts: number }

/** A key of its own for one export, sealed for its row. Without the row the parts can't be read. */
export function newSealedKey(): string {
  return seal(randomBytes(32).toString('base64url'))
}

/** The storage keys of all parts of an export's archives. */
export function partKeys(exportId: string, archives: readonly Archive[]): string[] {
  return archives.flatMap(({ parts }, archive) =>
    Array.from({ length: parts }, (_, part) => partKey(exportId, archive + 1, part + 1)),
  )
}

/** The storage key of a part; archives and parts count from one. */
export function partKey(exportId: string, archive: number, part: number): string {
  return `exports/${exportId}/${archive}-${part}`
}

/** Takes an archive's bytes as they come and stores them in sealed parts. */
export function openPartWriter(exportId: string, archive: number, sealedKey: string) {
  const key = keyOf(sealedKey)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const written: Archive = { bytes: 0, parts: 0 }

  async function storePart(): Promise<void> {
    const part = written.parts + 1
    const plain = Buffer.concat(waiting)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeOf(archive, part))
    const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    await mediaStore().put(partKey(exportId, archive, part), sealed, 'application/octet-stream')
    written.bytes += plain.length
    written.parts = part
    waiting = []
    waitingBytes = 0
  }

  return {
    async write(chunk: Uint8Array): Promise<void> {
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes >= PART_BYTES) await storePart()
    },
    async end(): Promise<Archive> {
      if (waitingBytes > 0) await storePart()
      return written
    },
  }
}

/** The decrypted archive, a part at a time; errors where a part is missing or was changed. */
export function readParts(
  exportId: string,
  archive: number,
  sealedKey: string,
  parts: number,
): ReadableStream<Uint8Array> {
  const key = keyOf(sealedKey)
  let part = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        part += 1
        if (part > parts) return controller.close()
        const sealed = await readWhole(mediaStore(), partKey(exportId, archive, part))
        if (!sealed) throw new Error('a part of an export is missing')
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        decipher.setAAD(placeOf(archive, part))
        decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
        const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
        return controller.enqueue(plain)
      },
    },
    { highWaterMark: 0 },
  )
}

function keyOf(sealedKey: string): Buffer {
  return Buffer.from(unseal(sealedKey), 'base64url')
}

/** Binds a part to its place, so that parts can't be swapped. */
function placeOf(archive: number, part: number): Buffer {
  return Buffer.from(`${archive}-${part}`)
}
