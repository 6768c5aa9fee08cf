import { writeSync } from 'node:fs'

/** Where a test runner tells `npm test` what it does; what tests and servers print goes to the log of its part. */
const CHANNEL = 3

/** `work` is in seconds, as far as they are known. */
export type Told =
  | { kind: 'begins'; work: number }
  | { kind: 'did'; work: number }
  | { kind: 'passed' | 'skipped' }
  | { kind: 'failed'; name: string }

export function tell(told: Told): void {
  if (process.env.PEACH_PROGRESS === '1') writeSync(CHANNEL, `${JSON.stringify(told)}\n`)
}

/** What a person reads while a part runs: how many tests are done, how many failed, and how long the rest takes at this pace. */
export class Progress {
  #tests = 0
  #failed = 0
  #work = 0
  #done = 0

  add(told: Told): void {
    if (told.kind === 'begins') this.#work = told.work
    else if (told.kind === 'did') this.#done += told.work
    else this.#tests += 1
    if (told.kind === 'failed') this.#failed += 1
  }

  /** "1,200 tests, 2 failed, about 4 min left". `seconds`: since the part began. */
  line(seconds: number): string {
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : ''
    return `${this.#tests.toLocaleString('en')} tests${failed}, ${this.#timeLeft(seconds)}`
  }

  #timeLeft(seconds: number): string {
    if (this.#done <= 0 || this.#work <= 0) return `${Math.round(seconds)} s so far`
    const left = (seconds / this.#done) * Math.max(0, this.#work - this.#done)
    return left < 60 ? 'less than a minute left' : `about ${Math.ceil(left / 60)} min left`
  }
}
