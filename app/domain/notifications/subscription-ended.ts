import { z } from 'zod'
import type { MailPart } from './mail-layout.ts'

/** A creator is hidden: the rest of a fan's thirty days was refunded to the wallet. */
export const SubscriptionEnded = z.object({
  creatorName: z.string(),
  /** Formatted, such as `UGX 120,000`. */
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
        text: `The page of ${creatorName} is closed for now, so your access to it has ended. We put ${amount} for the remaining days in your wallet.`,
      },
      { kind: 'link', label: 'See your wallet', address: link },
      {
        kind: 'message',
        text: 'The posts you bought stay yours. If the page opens again, we charge nothing automatically.',
      },
    ],
  }
}
