import { boxedFileOf, wrongFileText } from './known-files.ts'
import { WAVEFORM_BARS } from './wav.ts'

export type SoundType = 'wav' | 'ogg' | 'matroska' | 'mov' | 'mp3' | 'aac' | 'amr' | 'flac' | 'caf' | 'aiff'

/** The format of a sound by its first bytes, named as the only demuxer that may read it. Null for everything else. */
export function soundTypeOf(bytes: Uint8Array): SoundType | null {
  const ascii = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WAVE') return 'wav'
  if (ascii(0, 4) === 'OggS') return 'ogg'
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return 'matroska'
  if (boxedFileOf(bytes) !== null) return 'mov'
  if (/^#!AMR(?:-WB)?\n/.test(ascii(0, 9))) return 'amr'
  if (ascii(0, 4) === 'fLaC') return 'flac'
  if (ascii(0, 4) === 'caff') return 'caf'
  if (ascii(0, 4) === 'FORM' && /^AIF[FC]$/.test(ascii(8, 12))) return 'aiff'
  // A frame of AAC without a container.
  if (bytes[0] === 0xff && (bytes[1]! & 0xf6) === 0xf0) return 'aac'
  // A frame of layer III, or the tags in front of one.
  const isFrame = bytes[0] === 0xff && (bytes[1]! & 0xe6) === 0xe2
  return ascii(0, 3) === 'ID3' || isFrame ? 'mp3' : null
}

export type VoiceRefusal =
  | { kind: 'not_a_voice_note' }
  | { kind: 'too_heavy'; maxBytes: number }
  | { kind: 'too_long'; maxSeconds: number }
  | { kind: 'video_is_off' }

/** The message for a person whose voice note was refused. */
export function voiceRefusalText(refusal: VoiceRefusal): string {
  switch (refusal.kind) {
    case 'not_a_voice_note':
      return wrongFileText('voice', null)
    case 'too_heavy':
      return 'This voice note is too large. Choose a shorter one.'
    case 'too_long':
      return `This voice note is too long. Choose one of at most ${refusal.maxSeconds / 60} minutes.`
    case 'video_is_off':
      return 'Voice notes can\u2019t be uploaded right now. Choose a photo instead.'
    default:
      return refusal satisfies never
  }
}

/** Of the samples that the waveform is measured from: 16 bits, one channel. */
export const WAVEFORM_RATE = 4_000

/** Measures a sound while its samples arrive: its length, and 44 bars from 0 to 100, the loudest 100. */
export class WaveformMeter {
  /** The loudest sample of each twentieth of a second. */
  #peaks: number[] = []
  #samples = 0
  #odd: number | null = null

  push(bytes: Uint8Array): void {
    let at = 0
    if (this.#odd !== null && bytes.length > 0) {
      this.#sample(this.#odd | (bytes[0]! << 8))
      this.#odd = null
      at = 1
    }
    for (; at + 1 < bytes.length; at += 2) this.#sample(bytes[at]! | (bytes[at + 1]! << 8))
    if (at < bytes.length) this.#odd = bytes[at]!
  }

  #sample(unsigned: number): void {
    const level = Math.abs(unsigned > 0x7f_ff ? unsigned - 0x1_00_00 : unsigned)
    const slot = Math.floor(this.#samples / (WAVEFORM_RATE / 20))
    this.#peaks[slot] = Math.max(this.#peaks[slot] ?? 0, level)
    this.#samples += 1
  }

  get durationMs(): number {
    return Math.round((this.#samples / WAVEFORM_RATE) * 1_000)
  }

  get waveform(): number[] {
    const loudest = Math.max(...this.#peaks, 1)
    const count = this.#peaks.length
    return Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
      const from = Math.floor((bar * count) / WAVEFORM_BARS)
      const slots = this.#peaks.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * count) / WAVEFORM_BARS)))
      return Math.round((Math.max(0, ...slots) / loudest) * 100)
    })
  }
}
