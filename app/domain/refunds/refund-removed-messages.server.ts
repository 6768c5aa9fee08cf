import { sql } from 'kysely'
import { db } from '#app/platform/db.server.ts'
import { refundBuyers } from './internal/refund-removed.server.ts'

/** Scheduled task: refunds locked messages that were bought and then removed, by anybody. Returns how many buyers were refunded. */
export async function refundRemovedMessages(limit = 50): Promise<number> {
  // In random order: purchases that the rule can't refund (reversed by a bank already) must not block the others.
  const { rows } = await sql<{ purchaseId: string }>`
    select u.purchase_id as "purchaseId" from message_unlocks u join chat_media_messages m on m.message_id = u.message_id
    where m.removed_at is not null and u.revoked_at is null
      and not exists (select from refunds r where r.purchase_id = u.purchase_id and r.state in ('asked', 'agreed'))
    order by random() limit ${limit}`.execute(db)
  return refundBuyers(rows.map(({ purchaseId }) => purchaseId))
}
