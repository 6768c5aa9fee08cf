import { feedPage } from '#app/domain/creators/feed.server.ts'
import { type Found, searchCreators } from '#app/domain/creators/search-creators.server.ts'
import type { FeedAsked } from './feed-search-data.ts'

/** The creators whom a feed shows for what its address asks for. */
export async function findForFeed(
  asked: FeedAsked,
  options: { limit: number; viewerId: string | null },
): Promise<Found> {
  const narrowed = { ...options, filter: asked.filter, maxPriceMinor: asked.price?.amountMinor ?? null }
  if (asked.query !== '') return searchCreators({ ...narrowed, query: asked.query })
  const { creators, next } = await feedPage(narrowed)
  return { creators, match: 'exact', more: next !== null }
}
