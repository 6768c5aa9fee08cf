import { sql } from 'kysely'
import type { Sold } from '#app/domain/events/event.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { isSaleMailed, STANDARD_SALE_MAIL_MINOR } from '../sale-mails.ts'

/** Whether a creator is mailed about this sale: by its price, or as the first of its kind. */
export async function wantsSaleMail(tx: Tx, creatorId: string, sale: Sold): Promise<boolean> {
  const { rows } = await sql<{ fromMinor: bigint | null; isFirst: boolean }>`
    select case when c.profile_id is null then ${STANDARD_SALE_MAIL_MINOR}::bigint else c.from_minor end as "fromMinor",
      not exists (
        select from earnings e join earnings own on own.creator_id = e.creator_id and own.source = e.source and own.cause_id = ${sale.purchaseId}
        where e.creator_id = p.id and e.id < own.id)
      and not exists (
        select from creator_subscriptions s join creator_subscriptions own on own.creator_id = s.creator_id and own.purchase_id = ${sale.purchaseId}
        where s.creator_id = p.id and s.id < own.id) as "isFirst"
    from profiles p left join sale_mail_choices c on c.profile_id = p.id where p.id = ${creatorId}`.execute(tx)
  const row = rows[0]
  return row !== undefined && isSaleMailed(row.fromMinor, { priceMinor: BigInt(sale.priceMinor), isFirst: row.isFirst })
}
