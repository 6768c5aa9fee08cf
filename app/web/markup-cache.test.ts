import { expect, test } from 'vitest'
import { MarkupCache } from './markup-cache.ts'

test('markup is rendered once for the same facts, and anew when one of them differs', () => {
  const cache = new MarkupCache()
  let rendered = 0
  const ask = (...facts: unknown[]) => cache.markup(facts, () => `${(rendered += 1)}`)
  expect([ask('a', 'b', true), ask('a', 'b', true), ask('a', 'b', false), ask('a', null, true)]).toEqual([
    '1',
    '1',
    '2',
    '3',
  ])
  // Texts that join to the same characters are different facts.
  expect([ask('x', 'yz'), ask('xy', 'z')]).toEqual(['4', '5'])
})

test('the cache is bounded by its characters, and what was not used for longest goes first', () => {
  const cache = new MarkupCache(1_000)
  let rendered = 0
  const ask = (name: string) =>
    cache.markup([name], () => {
      rendered += 1
      return 'x'.repeat(300)
    })
  for (const name of ['a', 'b', 'c']) ask(name)
  ask('a')
  ask('d')
  expect([cache.size, rendered]).toEqual([3, 4])
  ask('a')
  expect(rendered).toBe(4)
  ask('b')
  expect(rendered).toBe(5)
})
