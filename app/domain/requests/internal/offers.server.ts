import type { Db, Tx } from '#app/platform/db.server.ts'
import { offersFrom, type RequestOffers } from '../offers.ts'

export async function offersOf(connection: Db | Tx, creatorId: string): Promise<RequestOffers> {
  const rows = await connection
    .selectFrom('custom_request_offers')
    .select(['kind', 'is_on', 'min_price_minor'])
    .where('creator_id', '=', creatorId)
    .execute()
  return offersFrom(rows)
}
