const WINDOW_MS = 1_000
const MOST_GROUPS = 500

type Group = { repeated: number; notify: (repeated: number) => void }

/**
 * Keeps one failure that happens a thousand times from being a thousand lines: the first of a group is told at once, and what follows is
 * told once a second as a number. `later` runs something after so many milliseconds.
 */
export class RepeatedErrors {
  #groups = new Map<string, Group>()
  #later: (event: () => void, milliseconds: number) => void

  constructor(later: (event: () => void, milliseconds: number) => void) {
    this.#later = later
  }

  /** Whether this one is to be told now. Otherwise it is counted, and `tell` of the latest one is called with how many there were. */
  isFirst(group: string, notify: (repeated: number) => void): boolean {
    const known = this.#groups.get(group)
    if (known) {
      known.repeated += 1
      known.notify = notify
      return false
    }
    if (this.#groups.size < MOST_GROUPS) {
      this.#groups.set(group, { repeated: 0, notify })
      this.#later(() => this.#close(group), WINDOW_MS)
    }
    return true
  }

  #close(name: string): void {
    const group = this.#groups.get(name)!
    if (group.repeated === 0) {
      this.#groups.delete(name)
      return
    }
    const { repeated } = group
    group.repeated = 0
    this.#later(() => this.#close(name), WINDOW_MS)
    group.notify(repeated)
  }
}

/** What makes two failures the same: what was said, the error's code, and where it was thrown. */
export function groupOf(message: string, error: unknown): string {
  if (!(error instanceof Error)) return message
  const code = 'code' in error ? String(error.code) : error.name
  const top = /\n\s*(at .*)/.exec(error.stack ?? '')?.[1] ?? ''
  return `${message}|${code}|${top}`
}
