const WINDOW_MS = 1_000
const MAX_GROUPS = 500

type Group = { repeated: number; notify: (repeated: number) => void }

/**
 * Keeps one failure that happens a thousand times from being a thousand lines: the first of a group is logged at once, and the following
 * ones once a second with a count. `later` runs something after so many milliseconds.
 */
export class RepeatedErrors {
  #groups = new Map<string, Group>()
  #later: (call: () => void, milliseconds: number) => void

  constructor(later: (call: () => void, milliseconds: number) => void) {
    this.#later = later
  }

  /** Whether this one is to be logged now. Otherwise it is counted, and the callback of the latest one is called with the count. */
  isFirst(group: string, notify: (repeated: number) => void): boolean {
    const known = this.#groups.get(group)
    if (known) {
      known.repeated += 1
      known.notify = notify
      return false
    }
    if (this.#groups.size < MAX_GROUPS) {
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

/** What makes two failures the same: the message, the error's code, and where it was thrown. */
export function groupOf(message: string, error: unknown): string {
  if (!(error instanceof Error)) return message
  const code = 'code' in error ? String(error.code) : error.name
  const top = /\n\s*(at .*)/.exec(error.stack ?? '')?.[1] ?? ''
  return `${message}|${code}|${top}`
}
