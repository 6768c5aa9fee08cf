import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReturn, returnPath, withReturn } from './return-route.ts'

test('AUTH-06 the visitor’s chosen action survives sign-in, as names from a fixed list', () => {
  const returnTo = readReturn(new URLSearchParams('return=subscribe&creator=amina_k&intent=chat&evil=1'))
  expect(returnTo).toBe('return=subscribe&creator=amina_k&intent=chat')
  expect(returnPath(returnTo)).toBe('/subscribe?creator=amina_k&intent=chat')
  expect(returnPath('return=creator&creator=amina_k')).toBe('/amina_k')
  expect(withReturn('/auth?mode=sign-up', returnTo)).toBe(
    '/auth?mode=sign-up&return=subscribe&creator=amina_k&intent=chat',
  )
})

test.each([
  '',
  'return=https://evil.example',
  'return=//evil.example',
  'return=/\\evil',
  'return=__proto__',
  'return=creator',
  'return=creator&creator=../x',
  'return=unlock&post=1',
])('AUTH-06 %j is rejected', (returnTo) => expect(returnPath(returnTo)).toBeNull())

test('AUTH-06 no returnTo leads to another site', () => {
  const pair = fc.tuple(
    fc.constantFrom('return', 'creator', 'intent', 'post', 'from'),
    fc.oneof(fc.string(), fc.constantFrom('subscribe', 'creator', 'unlock', '//a', 'amina_k')),
  )
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const path = returnPath(new URLSearchParams(pairs).toString())
      if (path !== null) expect(new URL(path, 'https://us.example').origin).toBe('https://us.example')
    }),
  )
})
