import { type Random, seededRandom } from './seeded-random.ts'

/** Samples per second: the rate of a phone call, plenty for a hum. */
export const VOICE_SAMPLE_RATE = 16_000

const HEADER_BYTES = 44

/** Semitones above the root: a five-note scale, in which no two notes quarrel. */
const SCALE = [0, 2, 4, 7, 9, 12, 14]

interface Note {
  /** Seconds from the start. */
  readonly start: number
  readonly seconds: number
  /** Hertz. */
  readonly pitch: number
  /** 0 to 1. */
  readonly loudness: number
}

/**
 * A hummed melody as a WAV file: mono, 16 kHz, 16 bit. The same seed and length give the same
 * bytes. Seconds may be a fraction; the file is exactly that long, to the nearest sample.
 */
export function composeVoiceNote(seed: string, seconds: number): Buffer {
  const random = seededRandom(`voice ${seed}`)
  const total = Math.round(seconds * VOICE_SAMPLE_RATE)
  const sound = new Float64Array(total)
  for (const note of writeMelody(random, seconds)) hum(sound, note)
  return wav(sound)
}

/** Phrases of a few notes with a breath between them, ending on the root. */
function writeMelody(random: Random, seconds: number): Note[] {
  const root = random.between(165, 220)
  const beat = random.between(0.3, 0.42)
  const notes: Note[] = []
  let step = random.integer(1, 3)
  let start = 0.15
  while (start < seconds - beat * 1.5) {
    const last = start + beat * 3.5 > seconds
    const beats = last ? 2 : random.pick([1, 1, 1, 1.5, 2])
    const pitch = root * 2 ** ((last ? 0 : (SCALE[step] ?? 0)) / 12)
    notes.push({
      start,
      seconds: Math.min(beats * beat * 1.15, seconds - start),
      pitch,
      loudness: random.between(0.6, 1),
    })
    step = Math.min(SCALE.length - 1, Math.max(0, step + random.pick([-2, -1, -1, 1, 1, 2])))
    start += beats * beat + (random.chance(0.2) ? beat * 0.6 : 0)
  }
  return notes
}

/** Adds one note: a few soft overtones, a slow vibrato, and a swell that never clicks. */
function hum(sound: Float64Array, note: Note): void {
  const first = Math.round(note.start * VOICE_SAMPLE_RATE)
  const count = Math.min(sound.length - first, Math.round(note.seconds * VOICE_SAMPLE_RATE))
  let phase = 0
  for (let index = 0; index < count; index += 1) {
    const time = index / VOICE_SAMPLE_RATE
    const vibrato = 1 + 0.006 * Math.sin(2 * Math.PI * 5.2 * time) * Math.min(1, time * 4)
    phase += (2 * Math.PI * note.pitch * vibrato) / VOICE_SAMPLE_RATE
    const tone = Math.sin(phase) + 0.34 * Math.sin(2 * phase) + 0.14 * Math.sin(3 * phase) + 0.05 * Math.sin(4 * phase)
    const sample = first + index
    sound[sample] = (sound[sample] ?? 0) + tone * note.loudness * swell(index / count)
  }
}

/** Rises within a tenth of the note, sinks slowly, and reaches silence at its end. */
function swell(along: number): number {
  const rise = Math.min(1, along / 0.1)
  const fall = Math.min(1, (1 - along) / 0.35)
  return Math.sin((rise * Math.PI) / 2) * Math.sin((fall * Math.PI) / 2) * (1 - along * 0.3)
}

/** Brings the sound to an even loudness and writes it behind a WAV header. */
function wav(sound: Float64Array): Buffer {
  const loudest = sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 1e-9)
  const file = Buffer.alloc(HEADER_BYTES + sound.length * 2)
  file.write('RIFF', 0, 'ascii')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'ascii')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(VOICE_SAMPLE_RATE, 24)
  file.writeUInt32LE(VOICE_SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'ascii')
  file.writeUInt32LE(sound.length * 2, 40)
  sound.forEach((sample, index) => {
    file.writeInt16LE(Math.round((sample / loudest) * 0.7 * 32_767), HEADER_BYTES + index * 2)
  })
  return file
}
