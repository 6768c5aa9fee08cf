import { BALANCES, type Invariant } from './invariant.ts'

/** The ledger against itself, and against what the gateway has shown us. */
export const LEDGER_INVARIANTS: Invariant[] = [
  {
    id: 'I1',
    name: 'entries-balance',
    description: 'every entry nets to zero in each currency',
    sql: `select entry_id::text as subject, currency || ' is off by ' || sum(amount_minor) as detail
      from postings group by entry_id, currency having sum(amount_minor) <> 0`,
  },
  {
    id: 'I1',
    name: 'entries-have-lines',
    description: 'every entry has two lines or more, in the currency of their accounts',
    sql: `select e.id::text as subject, 'it has fewer than two lines' as detail from journal_entries e
        left join postings p on p.entry_id = e.id and p.line = 2 where p.entry_id is null
      union all
      select p.entry_id::text, 'line ' || p.line || ' is in ' || p.currency || ' on an account in ' || a.currency
        from postings p join ledger_accounts a on a.id = p.account_id where a.currency <> p.currency`,
  },
  {
    id: 'I2',
    name: 'balances-not-negative',
    description: 'no owner\u2019s account is overdrawn',
    sql: `with ${BALANCES} select id::text as subject, purpose || ' of ' || owner_id || ' is overdrawn by ' || balance as detail
      from balances where guarded and balance > 0`,
  },
  {
    id: 'I3',
    name: 'balances-are-sums',
    description: 'a balance with its waiting credits is the sum of its postings',
    sql: `with ${BALANCES}, sums as materialized (select account_id, sum(amount_minor)::bigint as total from postings group by 1)
      select b.id::text as subject, b.purpose || ' keeps ' || b.balance || ', its postings are ' || coalesce(s.total, 0) as detail
      from balances b left join sums s on s.account_id = b.id where b.balance <> coalesce(s.total, 0)`,
  },
  {
    id: 'I4',
    name: 'charges-booked-once',
    description: 'each settled charge of the gateway is posted once, with its amount and currency',
    sql: `with booked as materialized (
        select e.id, e.idempotency_key as key, p.currency, sum(p.amount_minor)::bigint as gross
        from journal_entries e join postings p on p.entry_id = e.id
        join ledger_accounts a on a.id = p.account_id and a.purpose in ('gateway_clearing', 'gateway_fees')
        where e.idempotency_key like 'charge:%' group by 1, 2, 3
      ), charges as (
        select *, 'charge:' || gateway || ':' || provider_id as key from gateway_charges
      )
      select c.key as subject, 'settled and not posted' as detail from charges c
        left join booked b on b.key = c.key where c.outcome in ('settled', 'refund_due') and b.id is null
      union all
      select b.key, 'posted without a charge of the gateway' from booked b left join charges c on c.key = b.key where c.key is null
      union all
      select b.key, 'posted ' || b.gross || ' ' || b.currency || ', the gateway shows ' || coalesce(c.amount_minor::text, 'no amount')
          || ' ' || coalesce(c.currency, '') from booked b join charges c on c.key = b.key
        where c.amount_minor is distinct from b.gross or c.currency is distinct from b.currency::text or c.outcome = 'none'
      union all
      select t.purchase_id::text, count(*) || ' charges have paid one purchase' from charges c
        join transactions t on t.id = c.transaction_id where c.outcome = 'settled' group by t.purchase_id having count(*) > 1`,
  },
]
