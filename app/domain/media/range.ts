import type { ByteRange } from '#app/gateways/media-store/media-store.ts'

/** What a Range header requests of an object: the whole, a part, or a part that doesn't exist. */
export type RangeAnswer = { kind: 'whole' } | { kind: 'part'; range: ByteRange } | { kind: 'unsatisfiable' }

/**
 * Parses a Range header for an object of `size` bytes. Malformed ones and lists of ranges are ignored, as HTTP allows: the whole is sent.
 */
export function readRange(header: string | null, size: number): RangeAnswer {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  if (match[1] === '') {
    const length = Number(match[2])
    if (length === 0 || size === 0) return { kind: 'unsatisfiable' }
    return { kind: 'part', range: { from: Math.max(0, size - length), to: size - 1 } }
  }
  const from = Number(match[1])
  const to = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < from) return { kind: 'whole' }
  if (from >= size) return { kind: 'unsatisfiable' }
  return { kind: 'part', range: { from, to } }
}
