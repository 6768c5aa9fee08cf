import type { MediaObject } from '#app/domain/media/find-media-for-viewer.server.ts'
import { openMedia, openPieces } from '#app/domain/media/open-media.server.ts'
import { type RangeAnswer, readRange } from '#app/domain/media/range.ts'
import { config } from '#app/platform/config.server.ts'

export type StoredObject = Extract<MediaObject, { kind: 'stored' }>

/** What a request gets of a stored object. `open` is null where no bytes are sent from here; it answers null where the store has lost them. */
export type StoredPart = {
  status: 200 | 206 | 416
  headers: [string, string][]
  open: (() => Promise<ReadableStream<Uint8Array> | null>) | null
  /** Bytes that the proxy in front sends for us, which nobody here sees leave. */
  leftToProxy: number
}

/** The part of an object that a Range header names; the whole where there is none. */
export function storedPart(object: StoredObject, range: string | null): StoredPart {
  const asked = readRange(range, object.byteSize)
  if (mayLeaveToProxy(object, asked)) {
    // nginx sends the file and handles ranges; it gets the path only after the viewer's right was checked.
    const leftToProxy = asked.kind === 'part' ? asked.range.to - asked.range.from + 1 : object.byteSize
    return { status: 200, headers: [['x-accel-redirect', `/protected-media/${object.key}`]], open: null, leftToProxy }
  }
  const headers: [string, string][] = [['accept-ranges', 'bytes']]
  if (asked.kind === 'unsatisfiable') {
    headers.push(['content-range', `bytes */${object.byteSize}`])
    return { status: 416, headers, open: null, leftToProxy: 0 }
  }
  const { from, to } = asked.kind === 'part' ? asked.range : { from: 0, to: object.byteSize - 1 }
  headers.push(['content-length', String(to - from + 1)])
  if (asked.kind === 'part') headers.push(['content-range', `bytes ${from}-${to}/${object.byteSize}`])
  const begin = object.offset ?? 0
  const whole = asked.kind !== 'part' && object.offset === undefined
  const { pieces } = object
  const open = pieces
    ? () => openPieces(pieces, { from, to })
    : () => openMedia(object.key, whole ? undefined : { from: begin + from, to: begin + to })
  return { status: asked.kind === 'part' ? 206 : 200, headers, open, leftToProxy: 0 }
}

const LARGEST_LEFT_TO_PROXY = 4_000_000

/**
 * Whether the proxy in front sends it (`MEDIA_ACCEL`). What it has begun can't be cut off when a right ends: so it gets what is sent in a
 * moment, and public files, and never a part of an object.
 */
function mayLeaveToProxy(object: StoredObject, asked: RangeAnswer): boolean {
  if (config().mediaAccel !== 'x-accel' || config().s3) return false
  if (object.offset !== undefined || object.pieces) return false
  if (asked.kind === 'unsatisfiable' || object.keeping.kind === 'public') return true
  const bytes = asked.kind === 'part' ? asked.range.to - asked.range.from + 1 : object.byteSize
  return bytes <= LARGEST_LEFT_TO_PROXY
}
