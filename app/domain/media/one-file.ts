import { type Stream, STREAM_TIMESCALE, type Variant } from './streams.ts'

/** A part of a stored object, or bytes that are made for the answer. */
export type Piece = { key: string; from: number; size: number } | { bytes: Uint8Array }

export function pieceSize(piece: Piece): number {
  return 'bytes' in piece ? piece.bytes.length : piece.size
}

/**
 * A rung as one file for players without playlists: its beginning, an index of its segments for seeking, and of each segment the variant of
 * the viewer. Parts that follow one another in the same object become one.
 */
export function oneFile(variants: readonly Stream[], chosen: (segment: number) => Variant): Piece[] {
  const first = variants[0]!
  const places = new Map(variants.map((stream) => [stream.variant, { stream, at: stream.initBytes }]))
  const segments: { key: string; from: number; size: number }[] = []
  for (const index of first.segmentBytes.keys()) {
    const wanted = places.get(chosen(index)) ?? places.get(first.variant)!
    segments.push({ key: wanted.stream.key, from: wanted.at, size: wanted.stream.segmentBytes[index]! })
    for (const place of places.values()) place.at += place.stream.segmentBytes[index]!
  }
  const index = segmentIndex(
    segments.map(({ size }) => size),
    first.segmentMs,
  )
  return [{ key: first.key, from: 0, size: first.initBytes }, { bytes: index }, ...joined(segments)]
}

function joined(pieces: readonly { key: string; from: number; size: number }[]): Piece[] {
  const whole: { key: string; from: number; size: number }[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last && last.key === piece.key && last.from + last.size === piece.from) last.size += piece.size
    else whole.push({ ...piece })
  }
  return whole
}

/** The box `sidx` (ISO/IEC 14496-12): size and length of each segment, which all begin with a key frame. Of the first track. */
function segmentIndex(sizes: readonly number[], milliseconds: readonly number[]): Uint8Array {
  const box = Buffer.alloc(32 + sizes.length * 12)
  box.writeUInt32BE(box.length, 0)
  box.write('sidx', 4, 'latin1')
  box.writeUInt32BE(1, 12)
  box.writeUInt32BE(STREAM_TIMESCALE, 16)
  box.writeUInt16BE(sizes.length, 30)
  for (const [nth, size] of sizes.entries()) {
    const at = 32 + nth * 12
    box.writeUInt32BE(size, at)
    box.writeUInt32BE(Math.round((milliseconds[nth]! * STREAM_TIMESCALE) / 1_000), at + 4)
    box.writeUInt32BE(0x90_00_00_00, at + 8)
  }
  return box
}

/** The pieces that hold a range of the whole; `to` is included. */
export function piecesOf(pieces: readonly Piece[], range: { from: number; to: number }): Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const piece of pieces) {
    const size = pieceSize(piece)
    const [from, to] = [Math.max(range.from - at, 0), Math.min(range.to - at, size - 1)]
    if (from <= to)
      found.push(
        'bytes' in piece
          ? { bytes: piece.bytes.subarray(from, to + 1) }
          : { key: piece.key, from: piece.from + from, size: to - from + 1 },
      )
    at += size
  }
  return found
}
