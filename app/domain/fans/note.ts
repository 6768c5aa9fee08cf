import { countGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'

export const MAX_NOTE_LENGTH = 1_000

/** A note as it is stored; an empty one is no note. Null for one that is too long. */
export function readNote(typed: string): string | null {
  const body = severalLines(typed)
  return countGraphemes(body) > MAX_NOTE_LENGTH ? null : body
}
