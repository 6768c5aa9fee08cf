import type { Read } from '#app/domain/identity/profile-rules.ts'

/** The tags that a creator may choose, and the maximum number of them. */
export const TAGS = ['new', 'flirty', 'vip', 'creative', 'dancer', 'music'] as const
export type Tag = (typeof TAGS)[number]
export const MOST_TAGS = 3

/** The chosen tags, each once and in the order of the list. */
export function readTags(typed: readonly string[]): Read<Tag[], 'unknown' | 'too_many'> {
  if (typed.some((tag) => !(TAGS as readonly string[]).includes(tag))) return { value: null, problem: 'unknown' }
  const tags = TAGS.filter((tag) => typed.includes(tag))
  return tags.length > MOST_TAGS ? { value: null, problem: 'too_many' } : { value: tags, problem: null }
}
