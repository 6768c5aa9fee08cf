import type { Pending } from './conversation.ts'
import { UNSENT_KEY } from './forget-unsent.ts'

type Stored = { owner: string; threads: Record<string, Pending[]> }

/** The messages of one person to one other. Without storage, as some private windows are, they live as long as the page. */
export function unsentOf(owner: string, thread: string) {
  const read = (): Stored => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(UNSENT_KEY) ?? 'null') as Stored | null
      if (stored?.owner === owner) return stored
    } catch {
      // Nothing is kept.
    }
    return { owner, threads: {} }
  }
  return {
    read: (): readonly Pending[] => read().threads[thread] ?? [],
    write: (pending: readonly Pending[]): void => {
      const { [thread]: _, ...others } = read().threads
      const threads = pending.length === 0 ? others : { ...others, [thread]: [...pending] }
      try {
        if (Object.keys(threads).length === 0) sessionStorage.removeItem(UNSENT_KEY)
        else sessionStorage.setItem(UNSENT_KEY, JSON.stringify({ owner, threads }))
      } catch {
        // As above.
      }
    },
  }
}
