import { expect, test } from 'vitest'
import { CHAT_CALLS_BOOKINGS, type Feature, listWorking, workingOnly } from './features.ts'

const ALL = new Set<Feature>(['chat', 'calls', 'bookings', 'live'])

test('a sentence names what works and nothing else', () => {
  const named = ['posts', ...CHAT_CALLS_BOOKINGS, 'tips']
  expect(listWorking(named)).toBe('posts, chat and tips')
  expect(listWorking(named, ALL)).toBe('posts, chat, calls, bookings and tips')
  expect(listWorking(CHAT_CALLS_BOOKINGS, new Set(['calls']))).toBe('calls')
  expect(listWorking(CHAT_CALLS_BOOKINGS, new Set())).toBe('')
})

test('a list leaves out what needs a part that does not work', () => {
  const items = [{ text: 'a' }, { text: 'b', needs: 'calls' as const }, { text: 'c', needs: null }]
  expect(workingOnly(items).map(({ text }) => text)).toEqual(['a', 'c'])
  expect(workingOnly(items, ALL)).toHaveLength(3)
})
