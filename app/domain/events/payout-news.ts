import { z } from 'zod'
import { facts, type Notice, recipient } from './event.ts'

const payload = z.object({
  creator: recipient,
  amount: z.string(),
  number: z.string(),
  account: z.string(),
  /** Why, in a sentence; empty where there is no reason. */
  message: z.string(),
})

/** What is the same in every event about how a payout ended. */
export function payoutNews(
  heading: string,
  next: string,
  link: Notice<unknown>['link'] = { label: 'See your payouts', to: () => ({ kind: 'payouts' }) },
): Notice<z.infer<typeof payload>> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'payout',
    subject: 'News about your payout',
    heading,
    inApp: ({ amount, account }) => `${amount} to ${account}`,
    mail: ({ number, amount, account, message }) => [
      facts({ Payout: number, Amount: amount, To: account }),
      message,
      next,
    ],
    link,
  }
}

export const SENT_AGAIN =
  'The full amount is available in your earnings again. Check your payout account; we send it again with the next payouts.'
