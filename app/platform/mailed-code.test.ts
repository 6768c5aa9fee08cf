import { expect, test } from 'vitest'
import { codeLimit } from './mailed-code.server.ts'

const at = new Date('2026-11-27T09:00:00Z')
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
const limits = (sent: Date[]) => [
  { sent, most: 3, hours: 1 },
  { sent, most: 5, hours: 24 },
]

test.each([
  ['none was sent', [], null],
  ['the last was a moment ago', [0.5], { kind: 'too_soon', waitSeconds: 30 }],
  ['fewer than the hour allows', [2, 59], null],
  ['as many as the hour allows', [2, 30, 59], { kind: 'too_many_codes', freeAt: ago(-1) }],
  ['one of them has left the hour', [2, 30, 61], null],
  ['as many as the day allows', [61, 62, 63, 64, 1_439], { kind: 'too_many_codes', freeAt: ago(-1) }],
  ['both limits are full: the later end counts', [2, 3, 4, 5, 6], { kind: 'too_many_codes', freeAt: ago(6 - 24 * 60) }],
] as const)('AUTH-04 a code is limited where %s', (_, minutes, limit) => {
  const sent = minutes.map(ago)
  expect(codeLimit(at, sent[0], 60, limits(sent))).toEqual(limit)
})
