import { z } from 'zod'
import { type Notice, recipient } from './event.ts'
import type { Target } from './target.ts'

const payload = z.object({
  creator: recipient,
  price: z.string(),
  /** The post that was sold. */
  postId: z.string().nullish(),
  /** The conversation in which a message was sold. */
  threadId: z.string().nullish(),
  /** Missing in payloads of earlier releases. */
  sold: z.object({ purchaseId: z.string(), priceMinor: z.string() }).optional(),
})
type SaleNews = z.infer<typeof payload>

/** A creator sold something. The fan is not named; it is mailed from the price on that the creator chose, because there may be many in a day. */
export function saleNews(heading: string, inApp: (sale: SaleNews) => string): Notice<SaleNews> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'payment',
    subject: 'News about your earnings',
    heading,
    inApp,
    mail: (sale) => [
      `${inApp(sale)}.`,
      'In your notifications you choose from which price on we mail you about a sale.',
    ],
    sold: ({ sold }) => sold ?? null,
    link: { label: 'Open it', to: leadsTo },
  }
}

function leadsTo({ postId, threadId }: SaleNews): Target {
  if (postId) return { kind: 'post_page', id: postId }
  return threadId ? { kind: 'chat', id: threadId } : { kind: 'earnings' }
}
