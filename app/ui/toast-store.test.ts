import { beforeEach, expect, test } from 'vitest'
import { currentToast, dismissToast, showToast, subscribeToToasts } from './toast-store.ts'

beforeEach(() => {
  dismissToast()
  dismissToast()
})

test('one toast is shown at a time and the newest other one waits', () => {
  showToast({ title: 'First' })
  showToast({ title: 'Second' })
  showToast({ title: 'Third' })
  expect(currentToast()?.title).toBe('First')
  dismissToast()
  expect(currentToast()?.title).toBe('Third')
  dismissToast()
  expect(currentToast()).toBeNull()
})

test('a listener hears of every change until it leaves', () => {
  const heard: (string | undefined)[] = []
  const leave = subscribeToToasts(() => heard.push(currentToast()?.title))
  showToast({ title: 'Saved' })
  dismissToast()
  leave()
  showToast({ title: 'Unheard' })
  expect(heard).toEqual(['Saved', undefined])
})
