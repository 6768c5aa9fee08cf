import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostCard } from './post-card.tsx'
import type { PostCardData } from './post-card-data.ts'

export type CreatorPostsData = { cards: PostCardData[]; count: number; moreHref: string | null }

/** The list of posts of a creator's page, around its cards. Their players are the browser's own, so they need no script. */
export function CreatorPosts({ posts, children }: { posts: Omit<CreatorPostsData, 'cards'>; children: ReactNode }) {
  return (
    <>
      <div className="row row-between">
        <h2 className="text-h2" id="posts">
          Posts
        </h2>
        <span className="text-muted">{posts.count === 1 ? '1 post' : `${posts.count} posts`}</span>
      </div>
      {posts.count === 0 ? (
        <EmptyState compact icon="images" title="No posts yet">
          Follow to be the first to know.
        </EmptyState>
      ) : (
        children
      )}
      {posts.moreHref && (
        <LinkButton wide href={posts.moreHref}>
          More posts
        </LinkButton>
      )}
    </>
  )
}

/** The cards, where the browser renders them. */
export function PostCards({ cards }: { cards: readonly PostCardData[] }) {
  return (
    <div className="post-grid">
      {cards.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
    </div>
  )
}
