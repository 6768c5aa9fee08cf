import { expect, test } from 'vitest'
import { sendAtProblem } from './mass-message.ts'

const NOW = new Date('2026-11-24T09:00:00Z')

test.each([
  ['2026-11-24T08:59:59Z', 'past'],
  ['2026-11-24T09:00:00Z', 'past'],
  ['2026-11-24T09:00:01Z', null],
  ['2027-01-23T09:00:00Z', null],
  ['2027-01-23T09:00:01Z', 'too_far'],
])('CHAT-05c a message to many can be scheduled for %s: %s', (at, problem) => {
  expect(sendAtProblem(new Date(at), NOW)).toBe(problem)
})
