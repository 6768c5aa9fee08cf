import type { ProductInvariants } from './product.ts'

/** What an audit has to know of something that is opened for good, with its table and what a row of it opens. */
export function unlockRights(table: string, opened: 'post' | 'message', name: string): ProductInvariants['rights'] {
  return {
    table,
    holder: 'user_id',
    active: 'r.revoked_at is null',
    ended: 'r.revoked_at is not null',
    // After a won chargeback an unlock stays closed if its buyer has bought the same thing again.
    lawful: `exists (select from chargebacks c where c.purchase_id = r.purchase_id and c.won_entry_id is not null)
      and exists (select from ${table} o where o.user_id = r.user_id and o.${opened}_id = r.${opened}_id and o.id <> r.id)`,
    evidence: { name, from: 'created_at', until: 'revoked_at' },
  }
}
