import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostCard } from './post-card.tsx'
import type { PostCardData } from './post-card-data.ts'

export type CreatorPostsData = { cards: PostCardData[]; count: number; moreHref: string | null }

/** The posts of a creator's page. Their players are the browser's own, so they need no script. */
export function CreatorPosts({ posts }: { posts: CreatorPostsData }) {
  return (
    <>
      <div className="row row-between">
        <h2 className="text-h2" id="posts">
          Posts
        </h2>
        <span className="text-muted">{posts.count === 1 ? '1 post' : `${posts.count} posts`}</span>
      </div>
      {posts.cards.length === 0 ? (
        <EmptyState compact icon="images" heading="h2" title="No posts yet">
          Follow to be the first to know.
        </EmptyState>
      ) : (
        <div className="post-grid">
          {posts.cards.map((post) => (
            <PostCard key={post.id} post={post} />
          ))}
        </div>
      )}
      {posts.moreHref && (
        <LinkButton wide href={posts.moreHref}>
          More posts
        </LinkButton>
      )}
    </>
  )
}
