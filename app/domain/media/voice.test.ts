import { expect, test } from 'vitest'
import { soundTypeOf, WAVEFORM_RATE, WaveformMeter } from './voice.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test('MEDIA-01c a sound is recognised by its first bytes alone', () => {
  expect(soundTypeOf(bytes('RIFF\0\0\0\0WAVEfmt '))).toBe('wav')
  expect(soundTypeOf(bytes('OggS\0\u0002'))).toBe('ogg')
  expect(soundTypeOf(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toBe('matroska')
  expect(soundTypeOf(bytes('\0\0\0\u001cftypM4A \0\0\0\0'))).toBe('mov')
  expect(soundTypeOf(bytes('ID3\u0004'))).toBe('mp3')
  expect(soundTypeOf(bytes('fLaC'))).toBe('flac')
  expect(soundTypeOf(bytes('#!AMR\n'))).toBe('amr')
  expect(soundTypeOf(bytes('#!AMR-WB\n'))).toBe('amr')
  expect(soundTypeOf(bytes('caff\0\u0001'))).toBe('caf')
  expect(soundTypeOf(bytes('FORM\0\0\0\0AIFF'))).toBe('aiff')
  for (const second of [0xf1, 0xf9, 0xf0, 0xf8])
    expect(soundTypeOf(Buffer.from([0xff, second, 0x50, 0x80]))).toBe('aac')
  for (const second of [0xfb, 0xfa, 0xf3, 0xf2]) expect(soundTypeOf(Buffer.from([0xff, second, 0x90, 0]))).toBe('mp3')
})

test('MEDIA-01c playlists, scripts, pictures and other sounds are no voice notes', () => {
  for (const wrong of [
    '',
    '#EXTM3U\n',
    'ffconcat version 1.0\n',
    'RIFF\0\0\0\0AVI LIST',
    '<svg>',
    'MThd',
    '#!AMR',
    '\u00ff\u00d8\u00ff\u00e0',
  ])
    expect(soundTypeOf(bytes(wrong)), wrong).toBeNull()
  expect(soundTypeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBeNull()
  expect(soundTypeOf(bytes('\0\0\0\u001cftypheic'))).toBeNull()
})

test('MEDIA-01i the waveform is measured while the samples arrive, wherever they are cut', () => {
  const samples = new Int16Array(WAVEFORM_RATE * 2)
  // Silence, then half as loud as the end.
  samples.fill(8_000, WAVEFORM_RATE / 2, WAVEFORM_RATE)
  samples.fill(-16_000, WAVEFORM_RATE)
  const whole = Buffer.from(samples.buffer)
  for (const step of [1, 7, 4_096, whole.length]) {
    const meter = new WaveformMeter()
    for (let at = 0; at < whole.length; at += step) meter.push(whole.subarray(at, at + step))
    expect(meter.durationMs).toBe(2_000)
    expect(meter.waveform).toHaveLength(44)
    expect([meter.waveform[0], meter.waveform[15], meter.waveform[43]]).toEqual([0, 50, 100])
  }
})

test('MEDIA-01i silence and the shortest note have a waveform too', () => {
  const meter = new WaveformMeter()
  expect([meter.durationMs, meter.waveform.length, Math.max(...meter.waveform)]).toEqual([0, 44, 0])
  meter.push(new Uint8Array(2_000))
  expect([meter.durationMs, Math.max(...meter.waveform)]).toEqual([250, 0])
})
