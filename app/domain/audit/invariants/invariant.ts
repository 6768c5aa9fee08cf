import type { ProductInvariants } from '#app/domain/products/product.ts'
import { PRODUCT_INVARIANTS } from '#app/domain/products/registry.ts'

/**
 * One condition that must hold over everything stored. `sql` returns a row for each breach: `subject` names it, `detail` describes what is
 * wrong. The numbers I1 to I13 are those of the product's catalogue of invariants; I14, the store, is checked by `audit-store`; I15 are stored counts.
 */
export type Invariant = {
  id: `I${number}`
  name: string
  description: string
  sql: string
}

/** The balance of every account, waiting credits included: the same as `ledger_balance`, for all at once. */
export const BALANCES = `balances as materialized (
  select a.id, a.purpose, a.owner_id, a.currency, a.guarded,
    (coalesce(b.balance_minor, 0) + coalesce(u.waiting, 0))::bigint as balance
  from ledger_accounts a left join ledger_balances b on b.account_id = a.id
  left join (select account_id, sum(amount_minor) as waiting from ledger_unfolded group by 1) u on u.account_id = a.id
)`

/** The breaches that single products add to an invariant, to be appended to its query. */
export function alsoOf(name: 'unfounded' | 'overdue'): string {
  return Object.values<ProductInvariants>(PRODUCT_INVARIANTS)
    .flatMap((product) => (product[name] ? [`union all ${product[name]}`] : []))
    .join('\n')
}
