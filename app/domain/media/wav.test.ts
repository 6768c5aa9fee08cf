import { describe, expect, test } from 'vitest'
import { rewriteWav } from './wav.ts'

/** A chunk as in a file; `length` may differ from the real one. */
function chunk(name: string, content: Buffer, length = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function format(values: { coding?: number; channels?: number; rate?: number; bits?: number; frame?: number } = {}) {
  const { coding = 1, channels = 1, rate = 8_000, bits = 16 } = values
  const content = Buffer.alloc(16)
  content.writeUInt16LE(coding, 0)
  content.writeUInt16LE(channels, 2)
  content.writeUInt32LE(rate, 4)
  content.writeUInt32LE(rate * channels * 2, 8)
  content.writeUInt16LE(values.frame ?? channels * 2, 12)
  content.writeUInt16LE(bits, 14)
  return chunk('fmt ', content)
}

function riff(chunks: Buffer[], length?: number): Buffer {
  const body = Buffer.concat([Buffer.from('WAVE'), ...chunks])
  return Buffer.concat([chunk('RIFF', body, length ?? body.length)])
}

const samples = Buffer.alloc(32_000)
for (let index = 8_000; index < 16_000; index += 1) samples.writeInt16LE(20_000, index * 2)
const data = chunk('data', samples)
const plain = riff([format(), data])

const PLACE = 'GPS 0.3476 N 32.5825 E'
const bext = chunk('bext', Buffer.from(`Amina's phone ${PLACE}`))
const id3 = chunk('id3 ', Buffer.from(`ID3\u0004 ${PLACE}!`))
const list = chunk('LIST', Buffer.from(`INFOIART${PLACE}`))

test('MEDIA-01 a voice note is measured by its content', () => {
  const note = rewriteWav(plain)!
  expect(note.durationMs).toBe(2_000)
  expect(note.waveform).toHaveLength(44)
  expect([note.waveform[0], note.waveform[43]]).toEqual([0, 100])
})

test('MEDIA-01 a note with only format and samples is stored unchanged', () => {
  expect(Buffer.from(rewriteWav(plain)!.wav).equals(plain)).toBe(true)
})

test.each([
  ['before the format', riff([bext, format(), data])],
  ['between format and samples', riff([format(), list, data])],
  [
    'of odd lengths',
    riff([chunk('junk', Buffer.from('odd')), format(), chunk('id3 ', Buffer.from(PLACE.slice(1))), data]),
  ],
  ['behind the samples', riff([format(), data, id3, bext])],
  ['behind the end of the file', Buffer.concat([plain, id3, Buffer.from(`<script>${PLACE}</script>`)])],
  ['in a longer format', riff([chunk('fmt ', Buffer.concat([format().subarray(8), Buffer.from(PLACE)])), data])],
])('MEDIA-01 only format and samples are kept: chunks %s', (_, file) => {
  const note = rewriteWav(file)!
  expect(file.includes('0.3476') || file.includes('PS 0.347')).toBe(true)
  expect(Buffer.from(note.wav).equals(plain)).toBe(true)
})

test('MEDIA-01 half a frame at the end is left out', () => {
  const odd = riff([format({ channels: 2 }), chunk('data', samples.subarray(0, 1_003)), id3])
  const { wav, durationMs } = rewriteWav(odd)!
  expect([wav.length, durationMs]).toEqual([44 + 1_000, 31])
  expect(Buffer.from(wav.subarray(44)).equals(samples.subarray(0, 1_000))).toBe(true)
})

describe('MEDIA-01 a file that is no voice note, or contains wrong sizes, is refused', () => {
  test.each([
    ['a file that is cut off', plain.subarray(0, 30_000)],
    ['a file that claims more than it has', riff([format(), data], 1_000_000)],
    ['samples that reach beyond the file', riff([format(), chunk('data', samples, 1_000_000)])],
    ['samples of the largest size', riff([format(), chunk('data', samples, 0xffff_ffff)])],
    ['another chunk that reaches beyond it', riff([chunk('bext', Buffer.from('x'), 0xffff_fff0), format(), data])],
    ['a file that ends before its samples', riff([format(), data], 40)],
    ['samples before the format', riff([data, format()])],
    ['two formats', riff([format(), format({ rate: 16_000 }), data])],
    ['samples twice', riff([format(), data, data])],
    ['no samples', riff([format(), chunk('data', Buffer.alloc(0))])],
    ['no format', riff([chunk('junk', Buffer.alloc(60)), data])],
    ['compressed samples', riff([format({ coding: 85 }), data])],
    ['24 bits', riff([format({ bits: 24 }), data])],
    ['eight channels', riff([format({ channels: 8 }), data])],
    ['no channel', riff([format({ channels: 0 }), data])],
    ['an impossible rate', riff([format({ rate: 4_000_000 }), data])],
    ['frames of a wrong size', riff([format({ frame: 1 }), data])],
    ['another kind of file', Buffer.from('ID3 not a wav file at all, whatever its name says it is')],
  ])('%s', (_, file) => {
    expect(rewriteWav(file)).toBeNull()
  })
})
