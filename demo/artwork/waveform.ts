/** How many bars a voice post shows. */
export const WAVEFORM_BARS = 44

/** The quietest bar that can still be seen. */
const LOWEST_BAR = 0.08

/**
 * The heights of the bars of a voice post, 0 to 1, the loudest being 1. Reads a 16-bit mono
 * WAV as `composeVoiceNote` writes it, with the samples behind a header of 44 bytes.
 */
export function waveformOf(wav: Buffer): number[] {
  const samples = (wav.length - 44) / 2
  const loudness = Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
    const first = Math.floor((bar * samples) / WAVEFORM_BARS)
    const end = Math.floor(((bar + 1) * samples) / WAVEFORM_BARS)
    return rootMeanSquare(wav, first, end)
  })
  const loudest = Math.max(...loudness, 1)
  return loudness.map((level) => Math.max(LOWEST_BAR, Math.round((level / loudest) * 100) / 100))
}

function rootMeanSquare(wav: Buffer, first: number, end: number): number {
  let sum = 0
  for (let sample = first; sample < end; sample += 1) {
    sum += wav.readInt16LE(44 + sample * 2) ** 2
  }
  return Math.sqrt(sum / Math.max(1, end - first))
}
