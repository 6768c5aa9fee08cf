import type { Pending } from './conversation.ts'

/** Messages that are not sent yet, kept in this tab over a reload. The tab's next person never sees them. */
const KEY = 'peach-unsent'

type Stored = { owner: string; threads: Record<string, Pending[]> }

/** The messages of one person to one other. Without storage, as some private windows are, they live as long as the page. */
export function unsentOf(owner: string, thread: string) {
  const read = (): Stored => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null
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
        if (Object.keys(threads).length === 0) sessionStorage.removeItem(KEY)
        else sessionStorage.setItem(KEY, JSON.stringify({ owner, threads }))
      } catch {
        // As above.
      }
    },
  }
}

/** Called where nobody is signed in. */
export function forgetUnsent(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
