import { describe, expect, test } from 'vitest'
import { composeVoiceNote, VOICE_SAMPLE_RATE } from './voice-note.ts'
import { waveformOf, WAVEFORM_BARS } from './waveform.ts'

/** The largest number, signs aside; a spread of this many would overflow the stack. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
}

describe('a voice note', () => {
  test('is a mono 16 kHz 16-bit WAV of exactly the requested length', () => {
    const note = composeVoiceNote('amina_k', 8)
    expect(note.toString('ascii', 0, 4)).toBe('RIFF')
    expect(note.toString('ascii', 8, 16)).toBe('WAVEfmt ')
    expect(note.readUInt32LE(4)).toBe(note.length - 8)
    expect(note.readUInt16LE(22)).toBe(1)
    expect(note.readUInt32LE(24)).toBe(16_000)
    expect(note.readUInt16LE(34)).toBe(16)
    expect(note.readUInt32LE(40)).toBe(8 * VOICE_SAMPLE_RATE * 2)
    expect(note).toHaveLength(44 + 8 * VOICE_SAMPLE_RATE * 2)
  })

  test('is the same for the same seed and another for another', () => {
    expect(composeVoiceNote('amina_k', 4).equals(composeVoiceNote('amina_k', 4))).toBe(true)
    expect(composeVoiceNote('amina_k', 4).equals(composeVoiceNote('brenda', 4))).toBe(false)
  })

  test('is loud enough to hear, never clips, and begins and ends in silence without a click', () => {
    for (const seed of ['amina_k', 'unity', 'hope']) {
      const note = composeVoiceNote(seed, 8)
      const samples = Array.from({ length: (note.length - 44) / 2 }, (_, at) => note.readInt16LE(44 + at * 2))
      const loudest = largest(samples)
      const leap = largest(samples.slice(1).map((sample, at) => sample - (samples[at] ?? 0)))
      expect(loudest).toBeGreaterThan(16_000)
      expect(loudest).toBeLessThan(30_000)
      expect(Math.abs(samples[0] ?? 1)).toBe(0)
      expect(Math.abs(samples.at(-1) ?? 999)).toBeLessThan(300)
      expect(leap).toBeLessThan(9_000)
    }
  })
})

describe('its waveform', () => {
  test('has 44 bars between 0 and 1 that rise and fall', () => {
    const bars = waveformOf(composeVoiceNote('amina_k', 8))
    expect(bars).toHaveLength(WAVEFORM_BARS)
    expect(WAVEFORM_BARS).toBe(44)
    expect(Math.max(...bars)).toBe(1)
    expect(Math.min(...bars)).toBeGreaterThan(0)
    expect(new Set(bars).size).toBeGreaterThan(10)
  })

  test('of silence is a flat low line', () => {
    expect(new Set(waveformOf(Buffer.alloc(44 + 16_000)))).toEqual(new Set([0.08]))
  })
})
