import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'

export const FeeReminder = z.object({
  kind: z.enum(['two_days', 'one_day', 'hidden']),
  /** When the paid time ends or has ended. */
  on: z.string(),
  price: z.string(),
  /** Whether what is earned pays the next week, or is not touched as the fee was raised; null where the creator pays otherwise. */
  fromEarnings: z.enum(['covered', 'short', 'raised']).nullable(),
  available: z.string(),
  link: z.string(),
})

const HEADINGS = {
  two_days: 'Your weekly fee is due in two days',
  one_day: 'Your weekly fee is due tomorrow',
  hidden: 'Your page is hidden now',
} as const

/** What a creator is told before the paid time ends, and when it has. */
export function feeReminderMail(reminder: z.infer<typeof FeeReminder>): { heading: string; blocks: MailPart[] } {
  const { kind, on, price, fromEarnings, available, link } = reminder
  const message =
    kind === 'hidden'
      ? `Your paid time ended on ${on}. Your posts and followers are kept: pay ${price} and fans find you at once.`
      : `Your page is visible until ${on}. Another week is ${price} and follows without a gap.`
  const earnings =
    fromEarnings === 'covered'
      ? `It is taken from your earnings a day before the end: ${available} are available. You needn\u2019t do anything.`
      : fromEarnings === 'short'
        ? `Your earnings don\u2019t pay it this time: ${available} are available. Please pay by mobile money or card.`
        : fromEarnings === 'raised'
          ? 'The fee is higher than what you agreed to have taken from your earnings, so nothing is taken. Agree to the new fee on that page, or pay another way.'
          : null
  return {
    heading: HEADINGS[kind],
    blocks: [
      { kind: 'message', text: message },
      ...(earnings === null ? [] : [{ kind: 'message' as const, text: earnings }]),
      { kind: 'link', label: 'Pay the weekly fee', address: link },
      { kind: 'message', text: 'You choose in your profile whether you get these reminders.' },
    ],
  }
}
