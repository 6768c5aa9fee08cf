import { type Rate, RateLimits } from '#app/platform/rate-limit.ts'

/** The largest frame that a browser may send, in bytes: a list of channels. */
export const MAX_FRAME_BYTES = 4_096
/** The most channels of one connection: a page of conversations with their creators, and some to spare. */
export const MAX_CHANNELS = 80
/** At the same time in one process. */
const MAX_CONNECTIONS = 10_000
const MAX_OF_ACCOUNT = 20
const MAX_OF_NETWORK = 4_000

/** What a browser sends are a few frames when a page opens, and one every few seconds while somebody types. */
const FRAMES: Rate = { burst: 40, perSecond: 4 }
const FRAMES_OF_ACCOUNT: Rate = { burst: 160, perSecond: 12 }
/** In kilobytes. */
const KILOBYTES: Rate = { burst: 32, perSecond: 2 }
/** Each asks the database; a page asks once for all its channels. */
const JOINS: Rate = { burst: 20, perSecond: 0.5 }
const TYPING: Rate = { burst: 3, perSecond: 0.5 }

/** Counts connections and what they send, in the memory of this process. */
export class LiveLimits {
  #rates = new RateLimits()
  #counts = new Map<string, number>()
  #all = 0
  #factor: number

  constructor(factor: number) {
    this.#factor = Math.max(1, factor)
  }

  /** Counts a connection, or returns null where there are too many. Call the result once, when it has ended. */
  open(accountId: string, network: string): (() => void) | null {
    const keys = [`account ${accountId}`, `network ${network}`] as const
    const [ofAccount, ofNetwork] = keys.map((key) => this.#counts.get(key) ?? 0) as [number, number]
    if (this.#all >= MAX_CONNECTIONS * this.#factor || ofAccount >= MAX_OF_ACCOUNT * this.#factor) return null
    if (ofNetwork >= MAX_OF_NETWORK * this.#factor) return null
    this.#all += 1
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return () => {
      this.#all -= 1
      for (const key of keys) {
        const left = this.#counts.get(key)! - 1
        if (left > 0) this.#counts.set(key, left)
        else this.#counts.delete(key)
      }
    }
  }

  /** Whether a connection may send this frame; one that may not is closed. */
  takeFrame(connectionId: string, accountId: string, bytes: number): boolean {
    if (this.#take(`frames ${connectionId}`, FRAMES) || this.#take(`frames of ${accountId}`, FRAMES_OF_ACCOUNT))
      return false
    for (let kilobytes = Math.ceil(bytes / 1_024); kilobytes > 0; kilobytes -= 1)
      if (this.#take(`bytes ${connectionId}`, KILOBYTES)) return false
    return true
  }

  takeJoin(connectionId: string): boolean {
    return this.#take(`joins ${connectionId}`, JOINS) === 0
  }

  takeTyping(connectionId: string): boolean {
    return this.#take(`typing ${connectionId}`, TYPING) === 0
  }

  #take(key: string, rate: Rate): number {
    return this.#rates.take(key, { burst: rate.burst * this.#factor, perSecond: rate.perSecond * this.#factor })
  }
}
