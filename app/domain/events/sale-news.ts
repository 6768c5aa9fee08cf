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
})
type SaleNews = z.infer<typeof payload>

/** A creator sold something. The fan is not named; it is not mailed, because there may be many in a day. */
export function saleNews(heading: string, inApp: (sale: SaleNews) => string): Notice<SaleNews> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'payment',
    subject: 'News about your earnings',
    heading,
    inApp,
    link: { label: null, to: leadsTo },
  }
}

function leadsTo({ postId, threadId }: SaleNews): Target {
  if (postId) return { kind: 'post_page', id: postId }
  return threadId ? { kind: 'chat', id: threadId } : { kind: 'earnings' }
}
