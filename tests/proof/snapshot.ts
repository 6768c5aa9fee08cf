import type pg from 'pg'

/** Where the people of a world stand, without ids and times: what must be the same whether or not the server died on the way. */
export type Snapshot = Record<string, string>

/** Each query answers rows of (what, how much) for the accounts in $1. */
const VIEWS = [
  `select 'balance ' || array_position($1::uuid[], a.owner_id) || ' ' || a.purpose || ' ' || a.currency as what, ledger_balance(a.id)::text as much
   from ledger_accounts a where a.owner_id = any ($1)`,
  `select 'entries ' || array_position($1::uuid[], a.owner_id) || ' ' || e.kind, count(distinct e.id)::text
   from ledger_accounts a join postings p on p.account_id = a.id join journal_entries e on e.id = p.entry_id where a.owner_id = any ($1) group by 1`,
  `select 'purchases ' || array_position($1::uuid[], buyer_id) || ' ' || kind || ' ' || paid_from || ' ' || state, count(*) || ' for ' || sum(amount_minor)
   from purchases where buyer_id = any ($1) and state <> 'given_up' group by 1`,
  `select 'payments ' || array_position($1::uuid[], user_id) || ' ' || status, count(*)::text from transactions
   where user_id = any ($1) and status not in ('cancelled', 'expired', 'failed') group by 1`,
  `select 'rights ' || array_position($1::uuid[], account_id) || ' ' || grants || ' ' || source_kind, count(*)::text from entitlements
   where account_id = any ($1) group by 1`,
  `select 'earnings ' || array_position($1::uuid[], creator_id) || ' ' || source || ' ' || (released_at is not null), count(*) || ' net ' || sum(net_minor) || ' back ' || sum(taken_back_minor)
   from earnings where creator_id = any ($1) group by 1`,
  `select 'payouts ' || array_position($1::uuid[], creator_id) || ' ' || state, count(*) || ' of ' || sum(gross_minor) from payouts where creator_id = any ($1) group by 1`,
  `select 'holds ' || array_position($1::uuid[], owner_id) || ' ' || state, count(*) || ' of ' || sum(amount_minor) from wallet_holds where owner_id = any ($1) group by 1`,
  `select 'refunds ' || array_position($1::uuid[], p.buyer_id) || ' ' || r.state, count(*) || ' of ' || sum(r.amount_minor)
   from refunds r join purchases p on p.id = r.purchase_id where p.buyer_id = any ($1) group by 1`,
  `select 'tips ' || array_position($1::uuid[], fan_id), count(*) || ' of ' || sum(amount_minor) from tips where fan_id = any ($1) group by 1`,
]

export async function snapshotOf(owner: pg.Client, accountIds: readonly string[]): Promise<Snapshot> {
  const snapshot: Snapshot = {}
  for (const view of VIEWS) {
    const { rows } = await owner.query<{ what: string; much: string }>(view, [accountIds])
    for (const row of rows) {
      const [what, much] = Object.values(row) as [string, string]
      snapshot[what] = much
    }
  }
  return Object.fromEntries(Object.entries(snapshot).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
