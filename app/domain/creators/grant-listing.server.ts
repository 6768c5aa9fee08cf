import type { Tx } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import { refreshListed } from './refresh-listed.server.ts'

export type Listing = {
  creatorId: string
  /** Where the time comes from: a paid fee, or a grant by us. One source gives one listing, however often it is requested. */
  source: { kind: 'creator_fee' | 'grant'; id: string }
  startsAt: Date
  endsAt: Date
}

/** Gives a creator a period of visibility and their place in the feed. */
export async function grantListing(tx: Tx, listing: Listing): Promise<void> {
  await tx
    .insertInto('creator_listings')
    .values({
      id: newId(),
      creator_id: listing.creatorId,
      source_kind: listing.source.kind,
      source_id: listing.source.id,
      starts_at: listing.startsAt,
      ends_at: listing.endsAt,
    })
    .onConflict((conflict) => conflict.columns(['source_kind', 'source_id']).doNothing())
    .execute()
  await refreshListed(tx, listing.creatorId)
}
