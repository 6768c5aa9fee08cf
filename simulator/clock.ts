// The simulator's time: the machine's clock plus what the product's demo clock has been moved forward.
import { readFileSync, statSync } from 'node:fs'

export interface SimulatorClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Checks at once whether the clock has been moved. */
  refresh(): void
  /** True when time passes by itself, so that timers need a real alarm. */
  readonly runs: boolean
  onJump(listener: () => void): void
  close(): void
}

export interface ManualClock extends SimulatorClock {
  advance(ms: number): void
}

const POLL_MS = 100

/** The machine's clock; with a file, moved forward by its `advancedByMs`, read ten times a second and at every request. */
export function createSystemClock(file: string | null = null): SimulatorClock {
  const listeners = new Set<() => void>()
  let advancedByMs = 0
  let seen = ''

  function refresh(): void {
    if (file === null) return
    try {
      const stat = statSync(file)
      const version = `${stat.mtimeMs}:${stat.size}:${stat.ino}`
      if (version === seen) return
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
      const value =
        typeof content === 'object' && content !== null && 'advancedByMs' in content ? content.advancedByMs : 0
      seen = version
      if (typeof value !== 'number' || !Number.isFinite(value) || value === advancedByMs) return
      advancedByMs = value
      for (const listener of listeners) listener()
    } catch {
      // A missing or half-written file leaves the clock where it was.
    }
  }

  refresh()
  const poll = file === null ? null : setInterval(refresh, POLL_MS).unref()
  return {
    runs: true,
    now: () => Date.now() + advancedByMs,
    refresh,
    onJump: (listener) => void listeners.add(listener),
    close: () => {
      if (poll) clearInterval(poll)
      listeners.clear()
    },
  }
}

/** A clock that stops until it is advanced. */
export function createManualClock(startMs: number): ManualClock {
  const listeners = new Set<() => void>()
  let current = startMs
  return {
    runs: false,
    now: () => current,
    refresh: () => {},
    onJump: (listener) => void listeners.add(listener),
    close: () => listeners.clear(),
    advance(ms) {
      current += ms
      for (const listener of listeners) listener()
    },
  }
}
