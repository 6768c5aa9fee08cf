import type { IncomingMessage } from 'node:http'

/** Requests that are handled at the same time in this process. */
export const MAX_IN_HAND = 256
// Few at once for one account or network, because each of them delays everybody else. A page with forty pictures requests all of them at
// the same moment, so a queue waits behind those few; only requests beyond the queue are asked to come back later.
const MAX_OF_ONE = 8
const MAX_WAITING_OF_ONE = 64
const MAX_WAITING = 1_024
// Once half of the queue space is used, short queues still get some, however long the others are.
const MAX_WAITING_WHEN_CROWDED = 8
/** Requests whose body is still being received: they use only memory. */
const MAX_RECEIVING = 1_024
// A sender who takes longer than this gives up the place, so that slow phones, and senders who only pretend, block no place of their queue.
const PATIENCE_MS = 500
const MAX_ASIDE_OF_ONE = 128
const MAX_LARGE_ASIDE_OF_ONE = 8

/** The requests in hand of one account, or of the visitors of one network, and those that wait for a place. */
type Line = { working: number; aside: number; largeAside: number; waiting: (() => void)[]; queued: boolean }

/** What is still to be received of a request. */
export type Body = 'none' | 'text' | 'large'

/** An admitted request. Call `leave` once its response is known; calling it again does nothing. */
export type Place = { leave(): void }

/**
 * Which requests are handled now and which wait. Each account or network has its own queue; when the process has a free place, the queues
 * are served in rotation, so that many requests of one of them do not block the others.
 */
export class Places {
  #working = 0
  #receiving = 0
  #waiting = 0
  #lines = new Map<string, Line>()
  /** The queues that wait and may have one more request in hand, the next one first. */
  #concurrencyLimit: Line[] = []
  #factor: number

  /** `factor` multiplies the limits of one queue. */
  constructor(factor: number) {
    this.#factor = Math.max(1, factor)
  }

  /** A place, a promise of one if others are ahead, or null if the queue is full too. */
  take(request: IncomingMessage, whose: string, body: Body): Place | Promise<Place> | null {
    const line = this.#lines.get(whose) ?? { working: 0, aside: 0, largeAside: 0, waiting: [], queued: false }
    const available = body === 'none' ? this.#working < MAX_IN_HAND : this.#receiving < MAX_RECEIVING
    const free = available && line.working < MAX_OF_ONE * this.#factor
    if (!free && !this.#mayWait(line)) return null
    this.#lines.set(whose, line)
    if (free) return this.#enter(request, whose, line, body)
    this.#waiting += 1
    return new Promise((resolve) => {
      line.waiting.push(() => resolve(this.#enter(request, whose, line, body)))
      this.#queue(line)
    })
  }

  get inHand(): number {
    return this.#working + this.#receiving
  }

  #mayWait(line: Line): boolean {
    const crowded = this.#waiting >= (MAX_WAITING / 2) * this.#factor
    const most = crowded ? MAX_WAITING_WHEN_CROWDED : MAX_WAITING_OF_ONE
    return line.waiting.length < most * this.#factor && this.#waiting < MAX_WAITING * this.#factor
  }

  #enter(request: IncomingMessage, whose: string, line: Line, body: Body): Place {
    const large = body === 'large' ? 1 : 0
    let receiving = body !== 'none'
    let aside = false
    let left = false
    line.working += 1
    if (receiving) this.#receiving += 1
    else this.#working += 1

    const stepAside = () => {
      if (line.aside >= MAX_ASIDE_OF_ONE * this.#factor) return
      if (large && line.largeAside >= MAX_LARGE_ASIDE_OF_ONE * this.#factor) return
      aside = true
      line.working -= 1
      line.aside += 1
      line.largeAside += large
      this.#queue(line)
      this.#serveNext()
    }
    const comeBack = () => {
      if (!aside) return
      aside = false
      line.aside -= 1
      line.largeAside -= large
      line.working += 1
    }
    const patience = receiving ? setTimeout(stepAside, PATIENCE_MS).unref() : undefined
    // What has been received is handled in any case: its sender has paid for the data.
    const onEnd = () => {
      clearTimeout(patience)
      receiving = false
      this.#receiving -= 1
      this.#working += 1
      comeBack()
    }
    if (receiving) request.once('end', onEnd)
    return {
      leave: () => {
        if (left) return
        left = true
        clearTimeout(patience)
        request.off('end', onEnd)
        if (receiving) this.#receiving -= 1
        else this.#working -= 1
        comeBack()
        line.working -= 1
        this.#queue(line)
        this.#serveNext()
        if (line.working === 0 && line.aside === 0 && line.waiting.length === 0) this.#lines.delete(whose)
      },
    }
  }

  #queue(line: Line): void {
    if (line.queued || line.waiting.length === 0 || line.working >= MAX_OF_ONE * this.#factor) return
    line.queued = true
    this.#concurrencyLimit.push(line)
  }

  #serveNext(): void {
    while (this.#working < MAX_IN_HAND) {
      const line = this.#concurrencyLimit.shift()
      if (!line) return
      line.queued = false
      if (line.working >= MAX_OF_ONE * this.#factor) continue
      const enter = line.waiting.shift()
      if (!enter) continue
      this.#waiting -= 1
      enter()
      this.#queue(line)
    }
  }
}
