import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

test.each([
  [0, 'under 1 h'],
  [1, '1 h'],
  [23, '23 h'],
  [24, '1 d'],
  [48, '2 d'],
  [282, '11 d 18 h'],
])('%d hours read %s', (hours, text) => {
  expect(durationText(hours)).toBe(text)
})
