/** Bytes of one object, or of a part of it. `from` and `to` count bytes from zero, both included. */
export type ByteRange = { from: number; to: number }

/** An object's metadata without its bytes. `changedAt` is the store's own time. */
export type StoredObject = { key: string; bytes: number; changedAt: Date }

/**
 * Where pictures and sounds are stored. Keys are made by the media module, never by people; the store's objects can only be reached
 * through the product's own route.
 */
export type MediaStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The same with a file of this machine, which may be large and stays in place. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** The bytes as a stream, or null where there are none under this key. */
  open(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Deletes an object; deleting one that does not exist is no error. */
  remove(key: string): Promise<void>
  /** All stored objects, page by page, in no order; objects stored or deleted in the meantime may be included or not. */
  list(): AsyncIterable<StoredObject[]>
}

const KEY = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-_.][a-z0-9]+)*)*$/

/** Whether a key has our format: no upward steps, no absolute paths, no empty parts. */
export function isKey(key: string): boolean {
  return key.length <= 200 && KEY.test(key)
}

/** Throws for a key that doesn't have our format. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('a media key is malformed')
}

/** Reads a whole object into memory: for pictures to decode, never for serving. Null where there is none. */
export async function readWhole(store: MediaStore, key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.open(key)
  return stream === null ? null : new Uint8Array(await new Response(stream).arrayBuffer())
}
