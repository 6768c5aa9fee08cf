import { z } from 'zod'
import { defineEvent, type Notice, recipient } from './event.ts'
import type { Preference } from './topics.ts'

const HEADINGS = {
  two_days: 'Your weekly fee is due in two days',
  one_day: 'Your weekly fee is due tomorrow',
  hidden: 'Your page is hidden now',
} as const

const payload = z.object({
  creator: recipient,
  kind: z.enum(['two_days', 'one_day', 'hidden']),
  /** When the paid time ends or has ended. */
  on: z.string(),
  price: z.string(),
  /** Whether earnings pay the next week, or aren't used because the fee was raised; null where the creator pays in another way. */
  fromEarnings: z.enum(['covered', 'short', 'raised']).nullable(),
  available: z.string(),
  /** Who and what is lost at the end, in sentences; missing in payloads of earlier releases. */
  loss: z.string().optional(),
})

const noticeFor = (preference: Preference): Notice<z.infer<typeof payload>> => ({
  payload,
  to: ({ creator }) => [creator],
  preference,
  subject: 'Your weekly plan',
  heading: ({ kind }) => HEADINGS[kind],
  inApp: ({ kind, on, loss = '' }) =>
    kind === 'hidden' ? `Your paid time ended on ${on}.` : [`Visible until ${on}.`, loss].filter(Boolean).join(' '),
  mail: ({ kind, on, price, fromEarnings, available, loss = '' }) => [
    kind === 'hidden'
      ? `Your paid time ended on ${on}. Your posts and followers are kept: pay ${price} and fans find you at once.`
      : `Your page is visible until ${on}. Another week costs ${price} and starts when this one ends.`,
    kind === 'hidden' || loss === '' ? null : `If it ends: ${loss}`,
    fromEarnings === 'covered'
      ? `We take it from your earnings a day before the end: ${available} are available. You don’t have to do anything.`
      : fromEarnings === 'short'
        ? `Your earnings don’t cover it this time: ${available} are available. Please pay by mobile money or card.`
        : fromEarnings === 'raised'
          ? 'The fee is now higher than the amount you agreed to pay from your earnings, so we take nothing. Agree to the new fee on that page, or pay in another way.'
          : null,
  ],
  link: {
    label: 'Pay the weekly fee',
    to: ({ kind }) => ({ kind: 'creator_fee', query: kind === 'hidden' ? undefined : { renew: '1' } }),
  },
})

export const creatorFeeReminded = defineEvent({ object: 'creator', notice: noticeFor('fee_reminder') })

/** The same where income of subscriptions is lost at the end: nobody can switch its mail off. */
export const creatorIncomeAtRisk = defineEvent({ object: 'creator', notice: noticeFor('payout') })
