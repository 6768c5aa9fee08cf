import { refundRemovedMessages } from './refund-removed-messages.server.ts'
import { refundRemovedPosts } from './refund-removed-post.server.ts'

/** Scheduled task: refunds bought posts and messages that were removed, by anybody. Returns how many buyers were refunded. */
export async function refundRemoved(): Promise<number> {
  return (await refundRemovedPosts()) + (await refundRemovedMessages())
}
