/** Parts of the product that pages name: on lists, tiles, bars and in sentences. */
export type Feature = 'chat' | 'calls' | 'bookings' | 'live'

/** Those that work. Whoever builds another one adds it here, and every page that names it shows it. */
export const WORKING_FEATURES: ReadonlySet<Feature> = new Set<Feature>(['chat'])

type Needing = { needs?: Feature | null }

/** What needs no part, or one that works. */
export function workingOnly<Item extends object>(
  items: readonly (Item & Needing)[],
  working: ReadonlySet<Feature> = WORKING_FEATURES,
): Item[] {
  return items.filter(({ needs }) => !needs || working.has(needs))
}

type Named = string | { text: string; needs?: Feature }

/** The names of what works, as a list in a sentence: "posts, chat and tips". */
export function listWorking(names: readonly Named[], working: ReadonlySet<Feature> = WORKING_FEATURES): string {
  const items = names.map((name): Exclude<Named, string> => (typeof name === 'string' ? { text: name } : name))
  const shown = workingOnly(items, working).map(({ text }) => text)
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The three ways to spend time with a creator. */
export const CHAT_CALLS_BOOKINGS: readonly Named[] = [
  { text: 'chat', needs: 'chat' },
  { text: 'calls', needs: 'calls' },
  { text: 'bookings', needs: 'bookings' },
]
