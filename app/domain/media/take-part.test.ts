import { expect, test } from 'vitest'
import { A_FAN } from '#tests/support/a-fan.ts'
import type { ContentFacts } from './policy.ts'
import { canTakePart } from './take-part.ts'

const at = new Date('2026-11-29T09:00:00Z')
const bought: ContentFacts = {
  ownerId: '01a1fd58-30de-78d4-9c11-a983b34a4580',
  audience: 'pay_to_unlock',
  state: 'published',
  publishedAt: new Date('2026-11-01T09:00:00Z'),
  expiresAt: null,
  creatorVisible: true,
  viewerHasAccess: true,
  viewerBought: true,
}

test.each([
  ['published', true],
  ['archived', false],
  ['deleted', false],
] as const)('POST-05 the buyer of a %s post takes part in it: %s', (state, allowed) => {
  expect(canTakePart(A_FAN, { ...bought, state }, at).allowed).toBe(allowed)
})
