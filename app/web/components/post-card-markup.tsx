import { renderToStaticMarkup } from 'react-dom/server'
import { MarkupCache } from '#app/web/markup-cache.ts'
import { isDataRequest, withServerOnly } from '#app/web/server-only.ts'
import { PostCard } from './post-card.tsx'
import type { PostCardData } from './post-card-data.ts'

/** A post of a creator's page. One that the browser already has as markup has only its id there. */
export type ShownPost = Pick<PostCardData, 'id'> & Partial<PostCardData> & { markup?: string }

const cache = new MarkupCache()

/**
 * The posts of a page for its loader: those without a player as markup, most of it rendered before for other people, all others as data.
 * The browser never loads this file.
 */
export function shownPosts(request: Request, posts: PostCardData[]): ShownPost[] {
  if (isDataRequest(request)) return posts
  return posts.map((post) => {
    if (hasPlayer(post)) return post
    const { id, ...rest } = post
    const markup = cache.markup([JSON.stringify(post)], () => renderToStaticMarkup(<PostCard post={post} />))
    const kept = Object.fromEntries(Object.entries({ ...rest, markup }).map(([name, value]) => [name, () => value]))
    return withServerOnly<ShownPost, Record<string, () => unknown>>({ id }, kept)
  })
}

function hasPlayer({ content }: PostCardData): boolean {
  return content.open && (content.voice !== null || content.videos.length > 0)
}
