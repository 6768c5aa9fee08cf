import { afterEach, expect, test, vi } from 'vitest'
import type { SimulatorClock } from './clock.ts'
import type { TimerRecord } from './records.ts'
import type { Store } from './store.ts'
import { Timers } from './timers.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a timer whose alarm rings before the clock has reached its time still runs', () => {
  vi.useFakeTimers()
  let lagMs = 0
  const clock: SimulatorClock = {
    now: () => Date.now() - lagMs,
    refresh: () => {},
    runs: true,
    onJump: () => {},
    close: () => {},
  }
  const rows = new Map<number, TimerRecord>()
  const store = {
    nextId: () => rows.size + 1,
    timers: {
      all: () => [...rows.values()],
      get: (id: number) => rows.get(id),
      put: (row: TimerRecord) => (rows.set(row.id, row), row),
      delete: (id: number) => rows.delete(id),
    },
  } as unknown as Store
  const ran: number[] = []
  const timers = new Timers(store, clock)
  timers.start((_, dueAt) => void ran.push(dueAt))
  const dueAt = Date.now() + 50
  timers.schedule('late', dueAt, { kind: 'deliver', deliveryId: 1 })
  // The wall clock falls a millisecond behind the alarms, as after a small correction of the machine's time.
  lagMs = 1
  vi.advanceTimersByTime(50)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(10)
  expect(ran).toEqual([dueAt])
  timers.close()
})
