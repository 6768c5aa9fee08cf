import { expect, test } from 'vitest'
import { readLegalName } from './application.ts'

test.each([
  ['  Amina   Nakato ', 'Amina Nakato', null],
  ["N'golo O’Brien-Ssali Jr.", "N'golo O’Brien-Ssali Jr.", null],
  ['Ñakatö', 'Ñakatö', null],
  ['', null, 'missing'],
  ['   ', null, 'missing'],
  ['A', null, 'invalid'],
  ['Amina 2', null, 'invalid'],
  ['<b>Amina</b>', null, 'invalid'],
  ['=cmd()', null, 'invalid'],
  ['A'.repeat(101), null, 'invalid'],
])('ONB-C-05 the legal name %j is read as %j', (typed, value, problem) => {
  expect(readLegalName(typed)).toEqual({ value, problem })
})
