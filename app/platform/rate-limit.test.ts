import { describe, expect, test } from 'vitest'
import { RateLimits } from './rate-limit.ts'

describe('rate limits in memory', () => {
  test('a burst passes at once, then at the refill rate, and refused calls are not counted', () => {
    let now = 0
    const limits = new RateLimits(() => now)
    const rate = { burst: 5, perSecond: 0.1 }
    const takes = (count: number) => Array.from({ length: count }, () => limits.take('a', rate))
    expect(takes(7)).toEqual([0, 0, 0, 0, 0, 10, 10])
    now = 9_000
    expect(takes(1)).toEqual([1])
    now = 10_000
    expect(takes(2)).toEqual([0, 10])
    expect(limits.take('b', rate)).toBe(0)
    now = 1_000_000
    expect(takes(6)).toEqual([0, 0, 0, 0, 0, 10])
  })

  test('a hundred thousand other keys don’t reset a key in use', () => {
    let now = 0
    const limits = new RateLimits(() => now)
    const rate = { burst: 100, perSecond: 0.001 }
    let taken = 0
    for (let index = 0; index < 100_000; index += 1) {
      limits.take(`key ${index}`, rate)
      if (index % 100 === 0 && limits.take('in use', rate) === 0) taken += 1
      now += 0.01
    }
    expect(taken).toBe(100)
    expect(limits.take('in use', rate)).toBeGreaterThan(0)
  })
})
