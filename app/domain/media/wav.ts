/** What a voice note needs to be shown: how long it is and how loud along the way. */
export type VoiceFacts = { durationMs: number; waveform: number[] }

export const WAVEFORM_BARS = 44

/**
 * Reads a WAV file of 16-bit PCM by its content: its length and a waveform of 44 bars from 0 to 100. Null where it is anything else.
 */
export function readWav(bytes: Uint8Array): VoiceFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < 44 || name(0) !== 'RIFF' || name(8) !== 'WAVE') return null
  let format: { channels: number; rate: number } | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) return null
    if (name(at) === 'fmt ') {
      if (length < 16 || view.getUint16(at + 8, true) !== 1 || view.getUint16(at + 22, true) !== 16) return null
      format = { channels: view.getUint16(at + 10, true), rate: view.getUint32(at + 12, true) }
    }
    if (name(at) === 'data' && format) return measure(view, at + 8, length, format)
    at += 8 + length + (length % 2)
  }
  return null
}

function measure(
  view: DataView,
  from: number,
  length: number,
  format: { channels: number; rate: number },
): VoiceFacts | null {
  const samples = Math.floor(length / 2)
  if (samples === 0 || format.channels < 1 || format.channels > 2 || format.rate < 4_000 || format.rate > 96_000)
    return null
  const perBar = Math.ceil(samples / WAVEFORM_BARS)
  const peaks = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    let peak = 0
    for (let sample = bar * perBar; sample < Math.min(samples, (bar + 1) * perBar); sample += 1) {
      peak = Math.max(peak, Math.abs(view.getInt16(from + sample * 2, true)))
    }
    return peak
  })
  const loudest = Math.max(...peaks, 1)
  return {
    durationMs: Math.round((samples / format.channels / format.rate) * 1_000),
    waveform: peaks.map((peak) => Math.round((peak / loudest) * 100)),
  }
}
