const MAX_CHARACTERS = 6_000_000

/**
 * Markup that was rendered before, so that a fragment that is the same for many people is rendered once. The key is made of everything that
 * the fragment is rendered from, so a change is a new key, and nobody gets what was rendered from another person's data. What was not used
 * for longest goes first. Markup may be kept in pieces.
 */
export class MarkupCache<Markup extends string | readonly string[] = string> {
  readonly #entries = new Map<string, Markup>()
  readonly #maxCharacters: number
  #characters = 0

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#maxCharacters = maxCharacters
  }

  /** `facts` are all that `render` uses. They are joined by a character that no stored text can contain. */
  markup(facts: readonly unknown[], render: () => Markup): Markup {
    const known = this.find(facts)
    if (known !== undefined) return known
    const key = facts.join('\0')
    const markup = render()
    this.#entries.set(key, markup)
    this.#characters += key.length + charactersOf(markup)
    while (this.#characters > this.#maxCharacters && this.#entries.size > 1) this.#forgetOldest()
    return markup
  }

  /** What was rendered from these facts, if it is still kept. */
  find(facts: readonly unknown[]): Markup | undefined {
    const key = facts.join('\0')
    const known = this.#entries.get(key)
    if (known === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, known)
    return known
  }

  get size(): number {
    return this.#entries.size
  }

  #forgetOldest(): void {
    const [key, markup] = this.#entries.entries().next().value!
    this.#entries.delete(key)
    this.#characters -= key.length + charactersOf(markup)
  }
}

function charactersOf(markup: string | readonly string[]): number {
  return typeof markup === 'string' ? markup.length : markup.reduce((sum, piece) => sum + piece.length, 0)
}
