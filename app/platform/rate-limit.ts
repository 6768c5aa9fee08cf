/** The limit of one key: `burst` at once, and `perSecond` of it is refilled. */
export type Rate = { burst: number; perSecond: number }

const MAX_KEYS = 50_000

/**
 * Rate limits in the memory of this process, by the generic cell rate algorithm: one number per key. What other processes admitted can be
 * added; limits that must survive a restart or apply to the instant are counted in PostgreSQL. `clock` returns milliseconds that only
 * grow.
 */
export class RateLimits {
  /** When each key is fully refilled. */
  #fullAt = new Map<string, number>()
  #clock: () => number

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Counts one. Returns 0, or in how many seconds the next would be allowed; a refused one isn't counted. */
  take(key: string, rate: Rate): number {
    const now = this.#clock()
    const eachMs = 1_000 / rate.perSecond
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now)
    const wait = fullAt + eachMs - now - rate.burst * eachMs
    // Set again, a key moves to the end: the oldest are those that were unused for longest.
    if (!this.#fullAt.delete(key) && this.#fullAt.size >= MAX_KEYS) this.#forget(now)
    // Sums of fractions are slightly inexact.
    const refused = wait > 0.001
    this.#fullAt.set(key, refused ? fullAt : fullAt + eachMs)
    return refused ? Math.max(1, Math.ceil(wait / 1_000)) : 0
  }

  /** Counts one that another process has admitted. */
  add(key: string, perSecond: number): void {
    const now = this.#clock()
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now)
    if (!this.#fullAt.delete(key) && this.#fullAt.size >= MAX_KEYS) this.#forget(now)
    this.#fullAt.set(key, fullAt + 1_000 / perSecond)
  }

  /** Fully refilled keys can be dropped; if that frees nothing, the oldest tenth is dropped. */
  #forget(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key)
    let surplus = this.#fullAt.size - Math.floor(MAX_KEYS * 0.9)
    for (const key of this.#fullAt.keys()) {
      if (surplus-- <= 0) return
      this.#fullAt.delete(key)
    }
  }
}
