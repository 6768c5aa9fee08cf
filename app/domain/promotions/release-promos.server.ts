import { sql } from 'kysely'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { forEachIsolated } from '#app/platform/for-each-isolated.server.ts'
import { releasePromo } from './reserve-promo.server.ts'

const AT_ONCE = 200

/** Scheduled task: releases codes set aside for payments that have ended without money. Returns how many. */
export async function releasePromos(): Promise<number> {
  const { rows } = await sql<{ purchase_id: string; promo_code_id: string }>`
    select r.purchase_id, r.promo_code_id from promo_redemptions r
    where r.state = 'reserved' and ${endedWithoutMoney(sql.ref('r.purchase_id'))}
    order by r.reserved_at limit ${AT_ONCE}`.execute(db)
  return forEachIsolated(rows, 'release unused promo codes', (row) =>
    inTransaction(async (tx) => {
      // Payments lock the purchase before the code; so do we.
      await sql`select from purchases where id = ${row.purchase_id} for update`.execute(tx)
      const { rows: still } = await sql<{ over: boolean }>`
        select ${endedWithoutMoney(sql.val(row.purchase_id))} as over`.execute(tx)
      if (still[0]!.over) await releasePromo(tx, row.promo_code_id, row.purchase_id)
      return true
    }),
  )
}

/** No attempt of the purchase is under way, and it was not bought: late money reserves a use again, or is refunded. */
function endedWithoutMoney(purchaseId: ReturnType<typeof sql.ref>) {
  return sql<boolean>`(
    exists (select from purchases p where p.id = ${purchaseId} and p.state <> 'completed')
    and not exists (select from transactions t where t.purchase_id = ${purchaseId} and t.status in ('pending', 'review')))`
}
