/** How much of something one key may do: `burst` at once, and `perSecond` of it comes back. */
export type Rate = { burst: number; perSecond: number }

const MOST_KEYS = 50_000

/**
 * Rate limits in the memory of this process, by the generic cell rate algorithm: one number a key. Each process counts by itself; what must
 * survive a restart or hold over several processes is counted in PostgreSQL. `clock` answers milliseconds that only grow.
 */
export class RateLimits {
  /** When each key will have everything back. */
  #fullAt = new Map<string, number>()
  #clock: () => number

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Counts one. Answers 0, or in how many seconds the next would be let through; what is refused isn't counted. */
  take(key: string, rate: Rate): number {
    const now = this.#clock()
    const eachMs = 1_000 / rate.perSecond
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now)
    const wait = fullAt + eachMs - now - rate.burst * eachMs
    // Set anew, a key moves to the end: the oldest are those that nobody asked for longest.
    if (!this.#fullAt.delete(key) && this.#fullAt.size >= MOST_KEYS) this.#forget(now)
    // Sums of fractions miss by a hair.
    const refused = wait > 0.001
    this.#fullAt.set(key, refused ? fullAt : fullAt + eachMs)
    return refused ? Math.max(1, Math.ceil(wait / 1_000)) : 0
  }

  /** Keys that have everything back say nothing; if that frees nothing, the oldest tenth goes. */
  #forget(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key)
    let surplus = this.#fullAt.size - Math.floor(MOST_KEYS * 0.9)
    for (const key of this.#fullAt.keys()) {
      if (surplus-- <= 0) return
      this.#fullAt.delete(key)
    }
  }
}
