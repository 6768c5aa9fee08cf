import { expect, test } from 'vitest'
import { askAgainMs } from './ask-again.ts'

test('CHAT-02 a thread asks for news every half minute beside a live connection, and every four seconds without one', () => {
  expect(askAgainMs({ live: true, unanswered: 0 }, 0.5)).toBe(30_000)
  expect(askAgainMs({ live: false, unanswered: 0 }, 0.5)).toBe(4_000)
})

test('CHAT-02 a read that a busy server refused is repeated within seconds, later each time, and not by all pages at once', () => {
  const waits = [1, 2, 3, 4].map((unanswered) => askAgainMs({ live: true, unanswered }, 0.5))
  expect(waits).toEqual([1_000, 2_000, 4_000, 5_000])
  expect(askAgainMs({ live: true, unanswered: 20 }, 0)).toBe(2_500)
  expect(askAgainMs({ live: false, unanswered: 20 }, 1)).toBe(4_000)
  expect([0, 1].map((chance) => askAgainMs({ live: true, unanswered: 1 }, chance))).toEqual([500, 1_500])
})
