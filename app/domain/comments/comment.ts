import { countGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'

export const COMMENT = {
  maxLength: 500,
  /** Comments that one account may write in an hour, under all posts together. */
  perHour: 30,
} as const

export type CommentProblem = 'empty' | 'too_long'

/**
 * A comment as it is stored: line breaks stay, invisible characters and those that change the writing direction go. An address in it stays
 * text: pages make no links of what people typed.
 */
export function readComment(typed: string): { body: string; problem: null } | { body: null; problem: CommentProblem } {
  const body = severalLines(typed)
  if (body === '') return { body: null, problem: 'empty' }
  return countGraphemes(body) > COMMENT.maxLength ? { body: null, problem: 'too_long' } : { body, problem: null }
}
