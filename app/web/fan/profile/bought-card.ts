import type { PostView } from '#app/domain/posts/queries.server.ts'
import { postCard } from '#app/web/components/post-card-data.ts'
import type { mediaLinksFor } from '#app/web/media-links.server.ts'

/** A post that the reader bought, with whose it is. */
export function boughtCard(post: PostView, at: Date, mediaLink: ReturnType<typeof mediaLinksFor>) {
  return { card: postCard(post, at, mediaLink), by: post.creator.displayName }
}

export type BoughtCard = ReturnType<typeof boughtCard>
