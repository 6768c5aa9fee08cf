import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'

/** A creator is hidden: what is left of a fan's thirty days went back. */
export const SubscriptionEnded = z.object({
  creatorName: z.string(),
  /** Ready to read, such as `UGX 120,000`. */
  amount: z.string(),
  link: z.string(),
})

export function subscriptionEndedMail({ creatorName, amount, link }: z.infer<typeof SubscriptionEnded>): {
  heading: string
  blocks: MailPart[]
} {
  return {
    heading: 'Money is back in your wallet',
    blocks: [
      {
        kind: 'message',
        text: `The page of ${creatorName} is closed for now, so your access to it has ended. ${amount} for the days that were left are in your wallet.`,
      },
      { kind: 'link', label: 'See your wallet', address: link },
      {
        kind: 'message',
        text: 'What you bought for good stays yours. Should the page open again, nothing is charged by itself.',
      },
    ],
  }
}
