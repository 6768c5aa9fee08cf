import { randomUUID } from 'node:crypto'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PostView } from '#app/domain/posts/queries.server.ts'
import type { CreatorPageFacts } from '#app/web/creator-page.server.ts'
import { MarkupCache } from '#app/web/markup-cache.ts'
import { type MediaKey, type MediaLink, publicMedia } from '#app/web/media-links.ts'
import { fragment } from '#app/web/server-only.ts'
import { CreatorAbout } from './creator-about.tsx'
import { CreatorPosts } from './creator-posts.tsx'
import { type CreatorPage, CoverPicture } from './creator-profile-view.tsx'
import { pollCard } from './poll-card.ts'
import { PostCard } from './post-card.tsx'
import { postCard, sinceWhen } from './post-card-data.ts'

const cache = new MarkupCache()
const cards = new MarkupCache<readonly string[]>()

/** Stands in kept markup for what follows a medium's address; nobody can write it into a text. */
const KEY_PLACE = `?k=${randomUUID()}`
const BEFORE_KEY = new RegExp(`(${publicMedia('([\\w-]+)', '([\\w.-]+)')})\\${KEY_PLACE}`)
const withoutKey: MediaLink = (mediaId, file) => `${publicMedia(mediaId, file)}${KEY_PLACE}`

/** Stands in the kept list for its cards. */
const CARDS_PLACE = randomUUID()

/** Cut where a key belongs: text, address, medium, file, text, … */
const cutAtKeys = (markup: string): string[] => markup.split(BEFORE_KEY)

function addKeys(parts: readonly string[], keyOf: MediaKey): string {
  let markup = parts[0]!
  for (let at = 1; at < parts.length; at += 4)
    markup += parts[at]! + keyOf(parts[at + 1]!, parts[at + 2]!) + parts[at + 3]!
  return markup
}

/**
 * A creator's page for its loader: cover, what it says of the creator, and the posts as markup, most of it rendered before for other
 * people with the same rights. The browser never loads this file.
 */
export function profileMarkup(request: Request, facts: CreatorPageFacts): CreatorPage {
  const { cover, about, posts, ...page } = facts
  const { views, at, canTip, keyOf, ...rest } = posts
  const cardOf = (view: PostView, to: MediaLink) => postCard(view, at, to, { total: view.tips, can: canTip })
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
    posts: fragment(
      request,
      () => ({
        ...rest,
        cards: views.map((view) => cardOf(view, (id, file) => publicMedia(id, file) + keyOf(id, file))),
      }),
      () => {
        // Card by card: what one viewer likes is rendered for that viewer, and the other cards are there. They are kept without the keys of
        // a viewer, which are added to each answer.
        let markup = ''
        for (const view of views) {
          const parts = cards.markup([canTip, ...factsOfPost(view, at)], () =>
            cutAtKeys(renderToStaticMarkup(<PostCard post={cardOf(view, withoutKey)} />)),
          )
          markup += addKeys(parts, keyOf)
        }
        const around = kept([rest.count, rest.moreHref], () => (
          <CreatorPosts posts={rest}>
            <div className="post-grid">{CARDS_PLACE}</div>
          </CreatorPosts>
        ))
        return around.replace(CARDS_PLACE, () => markup)
      },
    ),
  }
}

function kept(facts: readonly unknown[], element: () => ReactElement): string {
  return cache.markup(facts, () => renderToStaticMarkup(<>{element()}</>))
}

/** Everything that a card is made from: what this viewer may see of the post is in its content. */
function factsOfPost(view: PostView, at: Date): unknown[] {
  const { id, creator, caption, audience, typeLine, itemCount, hoursLeft, price, tips, likes, liked, comments } = view
  const { category, tags, pinned, editedAt, can, content } = view
  const poll = content.open && content.poll ? pollCard(id, content.poll, at).meta : ''
  const money = [price?.amountMinor, price?.currency, tips?.amountMinor]
  const shown = [id, caption, audience, typeLine, hoursLeft, sinceWhen(view.publishedAt, at)]
  const marks = [itemCount > 1, category, tags.join(' '), pinned, editedAt !== null]
  const social = [likes, liked, can.like, comments, poll]
  return [...shown, ...marks, ...money, ...social, creator.id, creator.username, JSON.stringify(content)]
}
