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
 * `held`: creators whose days the viewer has bought, with which is open what a pass opens.
 */
export function creatorGrid(
  request: Request,
  url: URL,
  creators: FeedCreator[],
  place: FeedPlace,
  { keep = true, held = [] }: { keep?: boolean; held?: readonly string[] } = {},
): CreatorGridData {
  const placeOf = ({ id }: FeedCreator): FeedPlace => (held.includes(id) ? { ...place, viewer: 'entitled' } : place)
  const wanted = url.searchParams.get('more')
  const index = wanted === null ? -1 : creators.findIndex((creator) => creator.username === wanted)
  const feedHref = index < 0 ? place.feedHref : `${place.feedHref}#peach-${index + 1}`
  const more = index < 0 ? null : creatorCard(creators[index]!, placeOf(creators[index]!))
  const common = { count: creators.length, more, feedHref }
  const cards = () => creators.map((creator) => creatorCard(creator, placeOf(creator)))
  if (isDataRequest(request)) return { ...common, cards: cards() }
  // Rendered here: React can't begin a fragment while it renders the page.
  const markup = creators.map((creator, nth) => cardMarkup(creator, nth + 1, placeOf(creator), keep)).join('')
  return withServerOnly(common, { cards, markup: () => markup })
}

/** A card depends on every column of the creator, of which `followed` is the viewer's, on its place in the list, and on the kind of feed. */
function cardMarkup(creator: FeedCreator, position: number, place: FeedPlace, keep: boolean): string {
  const render = () => renderToStaticMarkup(<CreatorCard card={creatorCard(creator, place)} position={position} />)
  return keep ? cache.markup([position, ...Object.values(place), ...Object.values(creator)], render) : render()
}
