import type { Pending } from './conversation.ts'
import { UNSENT_KEY } from './forget-unsent.ts'

type Kept = { pending?: Pending[]; draft?: string }
type Stored = { owner: string; to: Record<string, Kept> }

/**
 * The messages of one person to one other that are not sent, and the one that is being written. Without storage, as some private windows are,
 * they live as long as the page.
 */
export function unsentOf(owner: string, thread: string) {
  const readAll = (): Stored => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(UNSENT_KEY) ?? 'null') as Stored | null
      if (stored?.owner === owner && stored.to) return stored
    } catch {
      // Nothing is kept.
    }
    return { owner, to: {} }
  }
  const keep = (values: Kept): void => {
    const { [thread]: known, ...others } = readAll().to
    const { pending = [], draft = '' } = { ...known, ...values }
    const all = pending.length === 0 && draft === '' ? others : { ...others, [thread]: { pending, draft } }
    try {
      if (Object.keys(all).length === 0) sessionStorage.removeItem(UNSENT_KEY)
      else sessionStorage.setItem(UNSENT_KEY, JSON.stringify({ owner, to: all }))
    } catch {
      // As above.
    }
  }
  return {
    read: (): readonly Pending[] => readAll().to[thread]?.pending ?? [],
    write: (pending: readonly Pending[]): void => keep({ pending: [...pending] }),
    draft: {
      read: (): string => readAll().to[thread]?.draft ?? '',
      write: (draft: string): void => keep({ draft }),
    },
  }
}
