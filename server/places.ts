import type { IncomingMessage } from 'node:http'

/** Requests that are worked on at once in this process. */
export const MOST_IN_HAND = 256
// Of one account or network few at once, because each of them delays everybody else. A page with forty pictures asks for all of them in the
// same moment, so a line waits behind those few; only what is beyond it is told to come back.
const MOST_OF_ONE = 8
const MOST_WAITING_OF_ONE = 64
const MOST_WAITING = 1_024
// Once half of the room to wait is taken, a short line still finds some, whatever the long ones hold.
const MOST_WAITING_WHEN_CROWDED = 8
/** Requests whose body is still on its way: they take memory alone. */
const MOST_RECEIVING = 1_024
// A sender who takes longer than this steps aside, so that slow phones, and those who only pretend to send, keep no place of their line.
const PATIENCE_MS = 500
const MOST_ASIDE_OF_ONE = 128
const MOST_LARGE_ASIDE_OF_ONE = 8

/** What one account, or the visitors of one network, have in hand, and who of them waits for a place. */
type Line = { working: number; aside: number; largeAside: number; waiting: (() => void)[]; queued: boolean }

/** What of a request is still to be received. */
export type Body = 'none' | 'text' | 'large'

/** A request that was taken on. `leave` is called once its answer is known; calling it again does nothing. */
export type Place = { leave(): void }

/**
 * Who is worked on now and who waits. Each account or network has a line of its own; when the process has a free place, the lines that wait
 * take turns, so that no number of requests of one keeps the others out.
 */
export class Places {
  #working = 0
  #receiving = 0
  #waiting = 0
  #lines = new Map<string, Line>()
  /** The lines that wait and may have one more in hand, the next one first. */
  #concurrencyLimit: Line[] = []
  #factor: number

  /** `factor` multiplies what one line may have. */
  constructor(factor: number) {
    this.#factor = Math.max(1, factor)
  }

  /** A place, a promise of one where others are before it, or null where there is no room to wait either. */
  take(request: IncomingMessage, whose: string, body: Body): Place | Promise<Place> | null {
    const line = this.#lines.get(whose) ?? { working: 0, aside: 0, largeAside: 0, waiting: [], queued: false }
    const room = body === 'none' ? this.#working < MOST_IN_HAND : this.#receiving < MOST_RECEIVING
    const free = room && line.working < MOST_OF_ONE * this.#factor
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
    const crowded = this.#waiting >= (MOST_WAITING / 2) * this.#factor
    const most = crowded ? MOST_WAITING_WHEN_CROWDED : MOST_WAITING_OF_ONE
    return line.waiting.length < most * this.#factor && this.#waiting < MOST_WAITING * this.#factor
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
      if (line.aside >= MOST_ASIDE_OF_ONE * this.#factor) return
      if (large && line.largeAside >= MOST_LARGE_ASIDE_OF_ONE * this.#factor) return
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
    // What has been received is worked on in any case: its sender has paid for the data.
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
    if (line.queued || line.waiting.length === 0 || line.working >= MOST_OF_ONE * this.#factor) return
    line.queued = true
    this.#concurrencyLimit.push(line)
  }

  #serveNext(): void {
    while (this.#working < MOST_IN_HAND) {
      const line = this.#concurrencyLimit.shift()
      if (!line) return
      line.queued = false
      if (line.working >= MOST_OF_ONE * this.#factor) continue
      const enter = line.waiting.shift()
      if (!enter) continue
      this.#waiting -= 1
      enter()
      this.#queue(line)
    }
  }
}
