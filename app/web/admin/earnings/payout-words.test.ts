import { expect, test } from 'vitest'
import { typedSum } from './payout-words.ts'

test.each([
  ['UGX 142,500', 14_250_000n],
  ['142500', 14_250_000n],
  ['1,425.00', null],
  ['142,500.00', null],
  ['-142500', null],
  ['1e6', null],
  ['\u0661\u0664\u0662', null],
  ['9'.repeat(30), null],
  ['', null],
])('PAYOUT-01 an approver who types %j means %s', (text, minor) => {
  expect(typedSum(text)).toBe(minor)
})
