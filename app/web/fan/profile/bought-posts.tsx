import { PostCard } from '#app/web/components/post-card.tsx'
import type { BoughtCard } from './bought-card.ts'

/** Posts that the reader bought, each with the name of its creator. */
export function BoughtPosts({ posts, strip = false }: { posts: readonly BoughtCard[]; strip?: boolean }) {
  return (
    <div className={strip ? 'post-grid bought-strip' : 'post-grid'}>
      {posts.map(({ card, by }) => (
        <div key={card.id} className="stack stack-4">
          <p className="text-muted">{by}</p>
          <PostCard post={card} />
        </div>
      ))}
    </div>
  )
}
