const RATE = 16_000

/** A recording of the browser as WAV: 16-bit PCM, one channel, which is what we store. */
export async function toWav(recording: Blob): Promise<File> {
  const reader = new AudioContext()
  try {
    const sound = await reader.decodeAudioData(await recording.arrayBuffer())
    const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(sound.duration * RATE)), RATE)
    const source = offline.createBufferSource()
    source.buffer = sound
    source.connect(offline.destination)
    source.start()
    const samples = (await offline.startRendering()).getChannelData(0)
    return new File([wavOf(samples)], 'voice-note.wav', { type: 'audio/wav' })
  } finally {
    await reader.close()
  }
}

/** The bytes of a WAV file with these samples, each between -1 and 1. */
export function wavOf(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + samples.length * 2)
  const view = new DataView(bytes)
  const text = (at: number, word: string) =>
    new TextEncoder().encode(word).forEach((byte, index) => view.setUint8(at + index, byte))
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, index) => view.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true))
  return bytes
}
