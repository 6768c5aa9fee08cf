/** A voice note as it is stored: header and samples encoded anew, its length and its loudness over time. */
export type VoiceNote = { wav: Uint8Array; durationMs: number; waveform: number[] }

export const WAVEFORM_BARS = 44

const HEADER_BYTES = 44
const RATES = { min: 4_000, max: 96_000 } as const

type Format = { channels: 1 | 2; rate: number }

/**
 * Parses a WAV file of 16-bit PCM by its content and encodes it anew: format and samples alone. Other chunks (tags, recorder, place) and
 * bytes behind the file are dropped. Null where it is anything else, or where a size in it is wrong.
 */
export function rewriteWav(bytes: Uint8Array): VoiceNote | null {
  const parts = readParts(bytes)
  if (!parts) return null
  const { format, samples } = parts
  const wav = new Uint8Array(HEADER_BYTES + samples.length)
  wav.set(headerOf(format, samples.length))
  wav.set(samples, HEADER_BYTES)
  const count = samples.length / 2
  return {
    wav,
    durationMs: Math.round((count / format.channels / format.rate) * 1_000),
    waveform: waveformOf(new DataView(wav.buffer, HEADER_BYTES), count),
  }
}

/** Format and samples, in whole frames; each must occur once, the format first. */
function readParts(bytes: Uint8Array): { format: Format; samples: Uint8Array } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < HEADER_BYTES || name(0) !== 'RIFF' || name(8) !== 'WAVE') return null
  // Bytes behind the file's own end are no part of it.
  const end = 8 + view.getUint32(4, true)
  if (end > bytes.length) return null
  let format: Format | null = null
  let samples: Uint8Array | null = null
  for (let at = 12; at + 8 <= end;) {
    const [from, length] = [at + 8, view.getUint32(at + 4, true)]
    if (from + length > end) return null
    if (name(at) === 'fmt ') {
      if (format) return null
      format = readFormat(view, from, length)
      if (!format) return null
    }
    if (name(at) === 'data') {
      if (!format || samples) return null
      samples = bytes.subarray(from, from + length - (length % (format.channels * 2)))
    }
    // A chunk of an odd length is followed by one byte that belongs to none.
    at = from + length + (length % 2)
  }
  return format && samples && samples.length > 0 ? { format, samples } : null
}

function readFormat(view: DataView, from: number, length: number): Format | null {
  if (length < 16) return null
  const [coding, channels, rate] = [
    view.getUint16(from, true),
    view.getUint16(from + 2, true),
    view.getUint32(from + 4, true),
  ]
  const [bytesPerSecond, frame, bits] = [
    view.getUint32(from + 8, true),
    view.getUint16(from + 12, true),
    view.getUint16(from + 14, true),
  ]
  if (coding !== 1 || bits !== 16 || (channels !== 1 && channels !== 2)) return null
  if (rate < RATES.min || rate > RATES.max) return null
  return frame === channels * 2 && bytesPerSecond === rate * frame ? { channels, rate } : null
}

function headerOf({ channels, rate }: Format, dataBytes: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  const write = (at: number, text: string) => header.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * channels * 2, true)
  view.setUint16(32, channels * 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  return header
}

/** 44 bars from 0 to 100, the loudest 100. */
function waveformOf(samples: DataView, count: number): number[] {
  const perBar = Math.ceil(count / WAVEFORM_BARS)
  const peaks = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    let peak = 0
    for (let sample = bar * perBar; sample < Math.min(count, (bar + 1) * perBar); sample += 1) {
      peak = Math.max(peak, Math.abs(samples.getInt16(sample * 2, true)))
    }
    return peak
  })
  const loudest = Math.max(...peaks, 1)
  return peaks.map((peak) => Math.round((peak / loudest) * 100))
}
