import { z } from 'zod'
import { facts, type Notice, recipient } from './event.ts'

export const earningsFacts = z.object({
  creator: recipient,
  productName: z.string(),
  amount: z.string(),
  /** The part of it that the creator no longer had; null where there was enough. */
  owed: z.string().nullable(),
})

/** What is the same in every event about a creator's part of a sale. The payer is not named. */
export function earningsNews(heading: string, description: string): Notice<z.infer<typeof earningsFacts>> {
  return {
    payload: earningsFacts,
    to: ({ creator }) => [creator],
    preference: 'payout',
    subject: 'About your earnings',
    heading,
    inApp: ({ productName, amount }) => `${productName} · your part: ${amount}`,
    mail: ({ productName, amount, owed }) => [
      facts({ For: productName, 'Your part': amount }),
      description,
      owed && `You no longer had ${owed} of it: we take it from your next earnings.`,
    ],
    link: { label: 'See your earnings', to: () => ({ kind: 'earnings' }) },
  }
}
