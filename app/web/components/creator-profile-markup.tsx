import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PostView } from '#app/domain/posts/queries.server.ts'
import type { CreatorPageFacts } from '#app/web/creator-page.server.ts'
import { MarkupCache } from '#app/web/markup-cache.ts'
import { fragment } from '#app/web/server-only.ts'
import { CreatorAbout } from './creator-about.tsx'
import { CreatorPosts } from './creator-posts.tsx'
import { type CreatorPage, CoverPicture } from './creator-profile-view.tsx'
import { postCard, sinceWhen } from './post-card-data.ts'

const cache = new MarkupCache()

/**
 * A creator's page for its loader: cover, what it says of the creator, and the posts as markup, most of it rendered before for other
 * people with the same rights. The browser never loads this file.
 */
export function creatorPage(request: Request, facts: CreatorPageFacts): CreatorPage {
  const { cover, about, posts, ...page } = facts
  const cards = () => posts.views.map((view) => postCard(view, posts.at, { total: view.tips, can: posts.canTip }))
  const list = () => ({ cards: cards(), count: posts.count, moreHref: posts.moreHref })
  return {
    ...page,
    cover: fragment(
      request,
      () => cover,
      () => (cover ? kept([cover.src], () => <CoverPicture picture={cover} />) : ''),
    ),
    about: fragment(
      request,
      () => about,
      () => kept([JSON.stringify(about)], () => <CreatorAbout about={about} />),
    ),
    posts: fragment(request, list, () => kept(factsOfPosts(posts), () => <CreatorPosts posts={list()} />)),
  }
}

function kept(facts: readonly unknown[], element: () => ReactElement): string {
  return cache.markup(facts, () => renderToStaticMarkup(<>{element()}</>))
}

/** Everything that the cards are made from: what this viewer may see of each post is in its content. */
function factsOfPosts({ views, at, canTip, count, moreHref }: CreatorPageFacts['posts']): unknown[] {
  return [count, moreHref, canTip, ...views.flatMap((view) => factsOfPost(view, at))]
}

function factsOfPost(view: PostView, at: Date): unknown[] {
  const { id, creator, caption, audience, typeLine, hoursLeft, price, tips, content } = view
  const money = [price?.amountMinor, price?.currency, tips?.amountMinor]
  const shown = [id, caption, audience, typeLine, hoursLeft, sinceWhen(view.publishedAt, at)]
  return [...shown, ...money, creator.id, creator.username, JSON.stringify(content)]
}
