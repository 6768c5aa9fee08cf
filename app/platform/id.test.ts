import { expect, test } from 'vitest'
import { idBefore, isId, newId } from './id.ts'

test('an id contains its version and its time, sorts by it, and is unique', () => {
  const before = Date.now()
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect(isId(id)).toBe(true)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  }
})

test('an id of a past moment is smaller than those made since, and greater than older ones', () => {
  const id = newId()
  expect(idBefore(1) < id).toBe(true)
  expect(idBefore(-1) > id).toBe(true)
  expect(idBefore(1)).toHaveLength(id.length)
})
