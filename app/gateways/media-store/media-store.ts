/** Bytes of one object, or of a part of it. `from` and `to` count bytes from zero, both included. */
export type ByteRange = { from: number; to: number }

/** What a store says about an object without sending it. `changedAt` is the store's own time. */
export type StoredObject = { key: string; bytes: number; changedAt: Date }

/**
 * Where pictures and sounds rest. Keys are made by the media room, never by people; nothing in the store can be reached but through the
 * product's own door.
 */
export type MediaStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The same with a file of this machine, which may be large and stays where it is. */
  putFile(key: string, path: string, contentType: string): Promise<void>
  /** The bytes as a stream, or null where there are none under this key. */
  open(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Forgets an object; forgetting one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Everything that is stored, page by page, in no order; what comes or goes meanwhile may be in it or not. */
  list(): AsyncIterable<StoredObject[]>
}

const KEY = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*(?:\/[a-z0-9]+(?:[-_.][a-z0-9]+)*)*$/

/** Whether a key is one that we would make: no upward steps, no absolute paths, no empty parts. */
export function isKey(key: string): boolean {
  return key.length <= 200 && KEY.test(key)
}

/** Throws for a key that we would never make. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('a media key has a shape that is never made')
}

/** Reads a whole object into memory: for pictures on their way to the image worker, never for serving. Null where there is none. */
export async function readWhole(store: MediaStore, key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = await store.open(key)
  return stream === null ? null : new Uint8Array(await new Response(stream).arrayBuffer())
}
