import { listBoughtPosts } from '#app/domain/posts/queries.server.ts'
import { to, withQuery } from '#app/links.ts'
import { now } from '#app/platform/clock.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { OlderLinks } from '#app/web/components/older-links.tsx'
import { personContext } from '#app/web/context.server.ts'
import { keysetPage } from '#app/web/keyset.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { memberPage } from '#app/web/page-handle.ts'
import { boughtCard } from './bought-card.ts'
import { BoughtPosts } from './bought-posts.tsx'
import type { Route } from './+types/my-posts'

export const handle = memberPage('My posts', { shell: 'full', tab: 'profile', backHref: to.profile })

/** Everything that a fan has bought, the newest first; stories end after a day and are not kept. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const { shown, ...hrefs } = await keysetPage(url, {
    limit: 24,
    read: (page) => listBoughtPosts(person, page),
    idOf: (post) => post.id,
    address: (before) => withQuery(to.myPosts, { before }),
  })
  const mediaLink = mediaLinksFor(person)
  return { posts: shown.map((post) => boughtCard(post, now(), mediaLink)), ...hrefs }
}

export default function MyPosts({ loaderData: { posts, ...hrefs } }: Route.ComponentProps) {
  return (
    <div className="container stack stack-16">
      <h1 className="text-h1">My posts</h1>
      {posts.length === 0 ? (
        <EmptyState
          compact
          icon="lock"
          title="No posts yet"
          action={<LinkButton href={to.home}>Find a Peach</LinkButton>}
        >
          Posts that you unlock stay here.
        </EmptyState>
      ) : (
        <BoughtPosts posts={posts} />
      )}
      <OlderLinks what="posts" {...hrefs} />
    </div>
  )
}
