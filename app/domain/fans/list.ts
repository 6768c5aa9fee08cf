import { countGraphemes } from '#app/platform/graphemes.ts'
import { oneLine } from '#app/platform/plain-text.ts'

export const FAN_LISTS = { max: 100, nameLength: 60 } as const

export type ListNameProblem = 'missing' | 'too_long'

/** The name of a list as it is stored. */
export function readListName(
  typed: string,
): { name: string; problem: null } | { name: null; problem: ListNameProblem } {
  const name = oneLine(typed)
  if (name === '') return { name: null, problem: 'missing' }
  return countGraphemes(name) > FAN_LISTS.nameLength ? { name: null, problem: 'too_long' } : { name, problem: null }
}
