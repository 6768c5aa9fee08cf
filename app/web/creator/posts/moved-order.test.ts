import { expect, test } from 'vitest'
import { movedOrder } from './moved-order.ts'

test.each([
  ['a', 'c', 'bcad'],
  ['d', 'b', 'adbc'],
  ['b', 'a', 'bacd'],
  ['c', 'd', 'abdc'],
  ['a', 'a', 'abcd'],
  ['x', 'a', 'abcd'],
  ['a', 'x', 'abcd'],
])('DASH-03a a photo %s that is let go on %s takes its place: %s', (moved, target, order) => {
  expect(movedOrder(['a', 'b', 'c', 'd'], moved, target).join('')).toBe(order)
})
