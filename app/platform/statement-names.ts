const OFTEN = 5
const MAX_NAMES = 500
const MAX_COUNTED = 2_000
/** Longer ones are lists of many rows, which hardly repeat. */
const LONGEST = 8_000
/** A conflict with a partial index: its condition is only recognised where its values are known, which a generic plan doesn't have. */
const NEEDS_ITS_VALUES = /on conflict \([^)]*\) where/i

/**
 * Which statements are worth preparing: those that repeat with the same text. Texts that differ each time (lists of another length) never
 * get a name, and their counts are dropped, so that neither we nor the database store what never repeats.
 */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly counts = new Map<string, number>()
  private given = 0

  /** The name of a text, or undefined while it is rare. */
  of(text: string): string | undefined {
    const name = this.names.get(text)
    if (name !== undefined) return name
    if (text.length > LONGEST || NEEDS_ITS_VALUES.test(text)) return undefined
    const count = (this.counts.get(text) ?? 0) + 1
    if (count < OFTEN || this.names.size >= MAX_NAMES) {
      if (this.counts.size >= MAX_COUNTED) this.counts.clear()
      this.counts.set(text, count)
      return undefined
    }
    this.counts.delete(text)
    return this.give(text, `often-${(this.given += 1)}`)
  }

  /** Names a text at once. */
  give(text: string, name: string): string {
    this.names.set(text, name)
    return name
  }
}
