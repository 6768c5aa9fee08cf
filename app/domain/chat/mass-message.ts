export const MASS = {
  /** New ones of one creator within 24 hours, those that were unsent included. */
  perDay: 5,
  /** How far ahead one can be scheduled. */
  maxDaysAhead: 60,
  /** Fans in one transaction: so short that nobody who writes at the same time notices it. */
  batch: 25,
  /** Fans reached in a second at most, while somebody else's messages are sent at the same time. */
  perSecond: 150,
  /** A job works for so long; then the next one goes on, so that messages of several creators take turns. */
  jobMs: 2_000,
  /** One that stood still for so many minutes is taken up again. */
  stuckMinutes: 2,
} as const

export type MassState = 'scheduled' | 'sending' | 'sent' | 'unsent'

export type MassAudience = { kind: 'subscribers' } | { kind: 'list'; listId: string }

export type SendAtProblem = 'past' | 'too_far'

/** What is wrong with the time of a scheduled message; null where nothing is. */
export function sendAtProblem(sendAt: Date, now: Date): SendAtProblem | null {
  if (sendAt <= now) return 'past'
  return sendAt.getTime() > now.getTime() + MASS.maxDaysAhead * 86_400_000 ? 'too_far' : null
}
