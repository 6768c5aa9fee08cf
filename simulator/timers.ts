// Things that become due on the simulator's clock. They are rows, so they survive a restart.
import type { SimulatorClock } from './clock.ts'
import type { TimerAction, TimerRecord } from './records.ts'
import type { Store } from './store.ts'

const LONGEST_ALARM_MS = 60_000

interface Waiter {
  dueAt: number
  resolve: () => void
}

export class Timers {
  #store: Store
  #clock: SimulatorClock
  #run: (action: TimerAction, dueAt: number) => void = () => {}
  #nextDueAt = -Infinity
  #alarm: NodeJS.Timeout | null = null
  #waiters = new Set<Waiter>()
  #running = false
  #closed = false

  constructor(store: Store, clock: SimulatorClock) {
    this.#store = store
    this.#clock = clock
  }

  /** Starts running what is due, now and whenever the clock moves. */
  start(run: (action: TimerAction, dueAt: number) => void): void {
    this.#run = run
    this.#clock.onJump(() => this.runDue())
    this.runDue()
  }

  schedule(txRef: string, dueAt: number, action: TimerAction): TimerRecord {
    const timer = this.#store.timers.put({ id: this.#store.nextId('timer'), dueAt, txRef, action })
    this.#nextDueAt = Math.min(this.#nextDueAt, dueAt)
    this.#setAlarm()
    return timer
  }

  /** Resolves when the simulator's clock has passed this long, or when the simulator closes. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve()
      const dueAt = this.#clock.now() + ms
      this.#waiters.add({ dueAt, resolve })
      this.#nextDueAt = Math.min(this.#nextDueAt, dueAt)
      this.#setAlarm()
    })
  }

  /** Runs everything that is due, in order of its time, also what becomes due meanwhile. */
  runDue(): void {
    if (this.#running || this.#closed || this.#clock.now() < this.#nextDueAt) return
    this.#running = true
    try {
      for (let due = this.#due(); due.length > 0; due = this.#due()) {
        for (const timer of due) {
          if (!this.#store.timers.get(timer.id)) continue
          this.#store.timers.delete(timer.id)
          this.#runOne(timer)
        }
      }
      this.#wakeWaiters()
    } finally {
      this.#running = false
    }
    this.#nextDueAt = this.#earliest()
    this.#setAlarm()
  }

  /** Reloads the times after the rows were changed from outside. */
  recount(): void {
    this.#nextDueAt = -Infinity
    this.runDue()
  }

  close(): void {
    this.#closed = true
    if (this.#alarm) clearTimeout(this.#alarm)
    for (const waiter of this.#waiters) waiter.resolve()
    this.#waiters.clear()
  }

  #runOne(timer: TimerRecord): void {
    try {
      this.#run(timer.action, timer.dueAt)
    } catch (error) {
      console.error('simulator: a timer failed', timer.action.kind, error)
    }
  }

  #due(): TimerRecord[] {
    const now = this.#clock.now()
    return this.#store.timers
      .all()
      .filter((timer) => timer.dueAt <= now)
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
  }

  #wakeWaiters(): void {
    const now = this.#clock.now()
    for (const waiter of this.#waiters) {
      if (waiter.dueAt > now) continue
      this.#waiters.delete(waiter)
      waiter.resolve()
    }
  }

  #earliest(): number {
    let earliest = Infinity
    for (const timer of this.#store.timers.all()) earliest = Math.min(earliest, timer.dueAt)
    for (const waiter of this.#waiters) earliest = Math.min(earliest, waiter.dueAt)
    return earliest
  }

  /** An alarm can ring a millisecond before the clock says so, and after the longest delay: it is set again then. */
  #ring(): void {
    this.runDue()
    this.#setAlarm()
  }

  #setAlarm(): void {
    if (this.#alarm) clearTimeout(this.#alarm)
    this.#alarm = null
    if (!this.#clock.runs || this.#closed || this.#running || this.#nextDueAt === Infinity) return
    const delay = Math.min(Math.max(this.#nextDueAt - this.#clock.now(), 0), LONGEST_ALARM_MS)
    this.#alarm = setTimeout(() => this.#ring(), delay)
  }
}
