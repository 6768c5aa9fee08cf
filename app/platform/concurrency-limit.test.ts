import { expect, test } from 'vitest'
import { TooManyWaitingError, concurrencyLimit } from './concurrency-limit.ts'

test('no more run at once than allowed, in the order of their arrival, and each runs once', async () => {
  const limited = concurrencyLimit({ atOnce: 2, maxWaiting: 100 })
  let running = 0
  let most = 0
  const began: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        began.push(index)
        most = Math.max(most, (running += 1))
        await new Promise((resolve) => setTimeout(resolve, 1))
        running -= 1
      }),
    ),
  )
  expect(most).toBe(2)
  expect(began).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

test('a failing call frees its slot, and a call beyond the limit is refused', async () => {
  const limited = concurrencyLimit({ atOnce: 1, maxWaiting: 1 })
  const failing = limited(() => Promise.reject(new Error('no')))
  const waiting = limited(() => Promise.resolve('done'))
  await expect(limited(() => Promise.resolve('late'))).rejects.toThrow(TooManyWaitingError)
  await expect(failing).rejects.toThrow('no')
  expect(await waiting).toBe('done')
  expect(await limited(() => Promise.resolve('later'))).toBe('later')
})
