import { sql } from 'kysely'
import { ENDING_REASONS } from '#app/domain/payments/refund.ts'
import type { PurchaseRow } from '#app/domain/products/product.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { RefundFacts } from '../rules.ts'

type Row = {
  back: bigint
  asked: boolean
  disputed: boolean
  flagged: boolean
  used: boolean
  removed: boolean
  begun: boolean
}

/** The current facts of a purchase for the refund rules. A caller who decides by them has locked the purchase. */
export async function refundFactsOf(connection: Db | Tx, purchase: PurchaseRow): Promise<RefundFacts> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r where r.purchase_id = p.id
        and r.reason = any (${ENDING_REASONS}) and r.state not in ('asked', 'agreed', 'declined')) as back,
      exists (select from refunds r where r.purchase_id = p.id and r.state in ('asked', 'agreed') and r.reason <> 'unmatched') as asked,
      exists (select from chargebacks c where c.purchase_id = p.id and c.status not in ('won', 'reversed')) as disputed,
      exists (select from account_flags f where f.account_id = p.buyer_id and f.cleared_at is null) as flagged,
      -- Using any creator's page since, or spending on anything that requires a pass, counts as using the pass.
      p.kind = 'pass' and (
        exists (select from subscriptions s join creator_uses u on u.fan_id = s.user_id
          where s.purchase_id = p.id and u.day >= (greatest(s.starts_at, p.completed_at) at time zone 'Africa/Kampala')::date
            and s.starts_at <= app_now())
        or exists (select from purchases o join subscriptions s on s.purchase_id = p.id
          where o.buyer_id = p.buyer_id and o.state = 'completed' and o.completed_at >= greatest(s.starts_at, p.completed_at)
            and o.kind in ('post_unlock', 'tip'))
      ) as used,
      p.kind = 'post_unlock' and not exists (select from posts o where o.id = p.product_id and o.state <> 'removed') as removed,
      exists (select from creator_fee_weeks w where w.purchase_id = p.id and w.starts_at <= app_now()) as begun
    from purchases p where p.id = ${purchase.id}`.execute(connection)
  const row = rows[0]!
  return {
    kind: purchase.kind,
    completed: purchase.state === 'completed' && purchase.amount_minor > 0n,
    paidAt: purchase.completed_at ?? purchase.created_at,
    restMinor: purchase.amount_minor - row.back,
    used: row.used,
    removed: row.removed,
    begun: row.begun,
    asked: row.asked,
    disputed: row.disputed,
    flagged: row.flagged,
  }
}
