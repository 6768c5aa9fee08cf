import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import type { CustomRequestQuotes } from '../../../../db/types.ts'

export type QuoteRow = Selectable<CustomRequestQuotes>

/** A quote of this person (as fan or creator), locked, so that two commands on it run one after the other. */
export async function lockQuote(
  tx: Tx,
  quoteId: string,
  whose: 'fan_id' | 'creator_id',
  personId: string,
): Promise<QuoteRow | undefined> {
  return tx
    .selectFrom('custom_request_quotes')
    .selectAll()
    .where('id', '=', quoteId)
    .where(whose, '=', personId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether a creator is publicly visible now. */
export async function isCreatorVisible(creatorId: string, connection: Db | Tx = db): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    select exists (select from visible_creators v where v.profile_id = ${creatorId}) as visible`.execute(connection)
  return rows[0]!.visible
}
