import { expect, test } from 'vitest'
import { oneFile, piecesOf, pieceSize } from './one-file.ts'
import type { Stream } from './streams.ts'

const A: Stream = {
  rung: 'high',
  variant: 'a',
  width: 640,
  height: 360,
  codecs: 'avc1.4d401f',
  byteSize: 1_600,
  initBytes: 100,
  segmentBytes: [500, 600, 400],
  segmentMs: [2_000, 2_000, 1_250],
  key: 'a.mp4',
}
const B: Stream = { ...A, variant: 'b', segmentBytes: [510, 590, 420], key: 'b.mp4' }

test('MEDIA-03b one file for a viewer is the beginning, an index, and of each segment the variant of the viewer', () => {
  const [beginning, index, ...segments] = oneFile([A, B], (segment) => (segment === 1 ? 'b' : 'a'))
  expect(beginning).toEqual({ key: 'a.mp4', from: 0, size: 100 })
  expect(segments).toEqual([
    { key: 'a.mp4', from: 100, size: 500 },
    { key: 'b.mp4', from: 610, size: 590 },
    { key: 'a.mp4', from: 1_200, size: 400 },
  ])
  const box = Buffer.from('bytes' in index! ? index.bytes : [])
  expect([box.readUInt32BE(0), box.toString('latin1', 4, 8), box.readUInt16BE(30)]).toEqual([68, 'sidx', 3])
  expect([0, 1, 2].map((nth) => box.readUInt32BE(32 + nth * 12))).toEqual([500, 590, 400])
  expect(box.readUInt32BE(32 + 2 * 12 + 4) / box.readUInt32BE(16)).toBe(1.25)
})

test('segments that follow one another in one object are read as one, and a range touches only what it needs', () => {
  const pieces = oneFile([A, B], () => 'b')
  expect(pieces.map(pieceSize)).toEqual([100, 68, 1_520])
  expect(piecesOf(pieces, { from: 170, to: 180 })).toEqual([{ key: 'b.mp4', from: 102, size: 11 }])
  const across = piecesOf(pieces, { from: 90, to: 170 })
  expect(across.map(pieceSize)).toEqual([10, 68, 3])
  expect(across[2]).toEqual({ key: 'b.mp4', from: 100, size: 3 })
})
