import { beforeEach, expect, test } from 'vitest'
import { currentToast, dismissToast, showToast, subscribeToToasts } from './toast-store.ts'

beforeEach(() => {
  dismissToast()
  dismissToast()
})

test('shows one toast at a time and keeps only the newest other one waiting', () => {
  showToast({ title: 'First' })
  showToast({ title: 'Second' })
  showToast({ title: 'Third' })
  expect(currentToast()?.title).toBe('First')
  dismissToast()
  expect(currentToast()?.title).toBe('Third')
  dismissToast()
  expect(currentToast()).toBeNull()
})

test('notifies a listener of every change until it unsubscribes', () => {
  const heard: (string | undefined)[] = []
  const leave = subscribeToToasts(() => heard.push(currentToast()?.title))
  showToast({ title: 'Saved' })
  dismissToast()
  leave()
  showToast({ title: 'Unheard' })
  expect(heard).toEqual(['Saved', undefined])
})
