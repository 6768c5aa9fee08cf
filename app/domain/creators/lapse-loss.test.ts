import { expect, test } from 'vitest'
import { lapseText } from './lapse-loss.ts'

test.each([
  [{ subscribers: 0, minor: 0n, followers: 0 }, ''],
  [
    { subscribers: 1, minor: 9_600_00n, followers: 0 },
    '1 subscriber gets the unused days back: you lose UGX\u00a09,600.',
  ],
  [
    { subscribers: 12, minor: 115_200_00n, followers: 1_340 },
    '12 subscribers get the unused days back: you lose UGX\u00a0115,200. 1,340 followers can’t find you meanwhile.',
  ],
  [{ subscribers: 0, minor: 0n, followers: 1 }, '1 follower can’t find you meanwhile.'],
])('CSUB-03 what %o loses is said in shillings and people', (loss, text) => expect(lapseText(loss)).toBe(text))
