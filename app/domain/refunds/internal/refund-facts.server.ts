import { sql } from 'kysely'
import { ENDING_REASONS } from '#app/domain/payments/refund.ts'
import { kindsWith, productOf } from '#app/domain/products/registry.server.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { RefundFacts } from '../rules.ts'

const NO = sql<boolean>`false`

type Row = Omit<RefundFacts, 'completed' | 'paidAt' | 'restMinor' | 'unusedHours'> & { back: bigint }

/** The current facts of a purchase for the refund rules. A caller who decides by them has locked the purchase. */
export async function refundFactsOf(connection: Db | Tx, purchase: PurchaseRow): Promise<RefundFacts> {
  const rules = productOf(purchase.kind).refund
  const { rows } = await sql<Row>`
    select
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r where r.purchase_id = p.id
        and r.reason = any (${ENDING_REASONS}) and r.state not in ('asked', 'agreed', 'declined')) as back,
      exists (select from refunds r where r.purchase_id = p.id and r.state in ('asked', 'agreed') and r.reason <> 'unmatched') as asked,
      exists (select from chargebacks c where c.purchase_id = p.id and c.status not in ('won', 'reversed')) as disputed,
      exists (select from account_flags f where f.account_id = p.buyer_id and f.cleared_at is null) as flagged,
      ${rules.used?.(kindsWith('requiresPass')) ?? NO} as used, ${rules.removed ?? NO} as removed, ${rules.begun ?? NO} as begun
    from purchases p where p.id = ${purchase.id}`.execute(connection)
  const { back, ...facts } = rows[0]!
  return {
    ...facts,
    completed: purchase.state === 'completed' && purchase.amount_minor > 0n,
    paidAt: purchase.completed_at ?? purchase.created_at,
    restMinor: purchase.amount_minor - back,
    unusedHours: rules.unusedHours ?? null,
  }
}
