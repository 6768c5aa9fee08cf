import { z } from 'zod'
import { type Preference, TOPICS, topicOf } from '#app/domain/events/topics.ts'
import { nextKampalaHour } from '#app/platform/kampala-time.ts'
import { heldUntil, type QuietHours } from './quiet-hours.ts'

/** How mails that can wait come: all of them in the digest, and the hour of Kampala (0 to 23) at which it is sent. */
export type DigestChoice = { allMails: boolean; hour: number }

export const STANDARD_DIGEST: DigestChoice = { allMails: false, hour: 18 }

/** Of no use a day later. */
const AT_ONCE: readonly Preference[] = ['creator_live', 'fee_reminder']

/**
 * Whether a mail about an event waits for the digest of the day. What nobody can switch off is sent at once; what has no mail of its own,
 * such as a new post, is mailed in the digest only.
 */
export function isInDigest(preference: Preference, hasMail: boolean, { allMails }: DigestChoice): boolean {
  const topic = topicOf(preference)
  if (topic === null || TOPICS[topic].always.includes('email') || AT_ONCE.includes(topic)) return false
  return allMails || !hasMail
}

/** When the next digest is sent: at its hour, or at the end of quiet hours that cover it. */
export function nextDigest(at: Date, { hour }: DigestChoice, quiet: QuietHours | null): Date {
  const sent = nextKampalaHour(at, hour)
  return heldUntil(sent, 'message', quiet) ?? sent
}

export const DigestForm = z.object({
  mails: z.enum(['at_once', 'daily'], 'Choose when mails come.').transform((when) => when === 'daily'),
  hour: z.coerce.number('Choose an hour.').int('Choose an hour.').min(0, 'Choose an hour.').max(23, 'Choose an hour.'),
})
