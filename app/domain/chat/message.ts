import { countGraphemes } from '#app/platform/graphemes.ts'
import { severalLines } from '#app/platform/plain-text.ts'

export const CHAT = {
  maxLength: 1_000,
  /** Paid messages of one wallet in a minute: faster than anybody types, and a stolen session empties no wallet at once. */
  paidPerMinute: 60,
  /** Free messages of one creator in a minute, in all threads together. */
  freePerMinute: 120,
  pageSize: 40,
  /** Photos, videos and voice notes of one message. */
  maxMedia: 10,
  /** A paid message is answered within these hours. */
  answerHours: 48,
} as const

export type MessageProblem = 'empty' | 'too_long'

/**
 * A message as it is stored: line breaks stay, invisible characters and those that change the writing direction go. An address in it stays
 * text: pages make no links of what people typed.
 */
export function readMessage(typed: string): { body: string; problem: null } | { body: null; problem: MessageProblem } {
  const body = severalLines(typed)
  if (body === '') return { body: null, problem: 'empty' }
  return countGraphemes(body) > CHAT.maxLength ? { body: null, problem: 'too_long' } : { body, problem: null }
}

/** The one line of a message that a list shows. */
export function lastLine(body: string): string {
  return body.replaceAll(/\s*\n\s*/g, ' ')
}

/** Whether a fan has to confirm this price before a message is charged: the first time, and when it has risen since. */
export function needsConfirming(rateMinor: bigint, agreedMinor: bigint | null): boolean {
  return agreedMinor === null || rateMinor > agreedMinor
}
