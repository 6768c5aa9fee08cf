import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import type { PurchaseRow } from './product.ts'

/** Whether a purchase was abandoned and another purchase has bought the very same thing since. */
export async function hasDuplicatePurchase(tx: Tx, purchase: PurchaseRow, buyerId: string): Promise<boolean> {
  if (purchase.state !== 'abandoned') return false
  const { rows } = await sql<{ duplicate: boolean }>`
    select exists (select from purchases p where p.buyer_id = ${buyerId} and p.kind = ${purchase.kind} and p.product_id = ${purchase.product_id}
      and p.id <> ${purchase.id} and p.state = 'completed' and p.completed_at >= ${purchase.created_at}) as duplicate`.execute(
    tx,
  )
  return rows[0]!.duplicate
}

/** Whether somebody holds a right from the entitlements view that hasn't ended. */
export async function holdsRight(tx: Tx, accountId: string, grants: 'all_creators' | 'listed'): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from entitlements e where e.account_id = ${accountId} and e.grants = ${grants}
      and (e.ends_at is null or e.ends_at > app_now())) as holds`.execute(tx)
  return rows[0]!.holds
}

/** Whether somebody has paid for more time of this creator. */
export async function holdsCreator(tx: Tx, accountId: string, creatorId: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from entitlements e where e.account_id = ${accountId} and e.grants = 'creator' and e.object_id = ${creatorId}
      and e.ends_at > app_now()) as holds`.execute(tx)
  return rows[0]!.holds
}
