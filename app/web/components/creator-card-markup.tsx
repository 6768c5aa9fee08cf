import { renderToStaticMarkup } from 'react-dom/server'
import type { FeedCreator } from '#app/domain/creators/feed.server.ts'
import { MarkupCache } from '#app/web/markup-cache.ts'
import { isDataRequest, withServerOnly } from '#app/web/server-only.ts'
import { CreatorCard } from './creator-card.tsx'
import { creatorCard, type FeedPlace } from './creator-card-data.ts'
import type { CreatorGridData } from './creator-grid.tsx'

const cache = new MarkupCache()

/**
 * The cards of a feed for its loader: as markup for a page, most of it rendered before for other people, and as data where the router in
 * the browser asks. The browser never loads this file. Without `keep` nothing is kept: any text can stand in the address of a search.
 */
export function creatorGrid(
  request: Request,
  url: URL,
  creators: FeedCreator[],
  place: FeedPlace,
  { keep = true } = {},
): CreatorGridData {
  const wanted = url.searchParams.get('more')
  const index = wanted === null ? -1 : creators.findIndex((creator) => creator.username === wanted)
  const feedHref = index < 0 ? place.feedHref : `${place.feedHref}#peach-${index + 1}`
  const more = index < 0 ? null : creatorCard(creators[index]!, place)
  const common = { count: creators.length, more, feedHref }
  const cards = () => creators.map((creator) => creatorCard(creator, place))
  if (isDataRequest(request)) return { ...common, cards: cards() }
  // Rendered here: React can't begin a fragment while it renders the page.
  const markup = creators.map((creator, nth) => cardMarkup(creator, nth + 1, place, keep)).join('')
  return withServerOnly(common, { cards, markup: () => markup })
}

/** A card depends on every column of the creator, of which `followed` is the viewer's, on its place in the list, and on the kind of feed. */
function cardMarkup(creator: FeedCreator, position: number, place: FeedPlace, keep: boolean): string {
  const render = () => renderToStaticMarkup(<CreatorCard card={creatorCard(creator, place)} position={position} />)
  return keep ? cache.markup([position, ...Object.values(place), ...Object.values(creator)], render) : render()
}
