import { ENDING_REASONS } from '#app/domain/payments/refund.ts'
import { PRODUCT_INVARIANTS, PRODUCT_KINDS } from '#app/domain/products/registry.ts'
import { alsoOf, type Invariant } from './invariant.ts'

// A refund that ends what was bought: decided, and for a reason that ends it.
const ENDED = `exists (select from refunds r where r.purchase_id = p.id and r.ends
    and r.reason in (${ENDING_REASONS.map((reason) => `'${reason}'`).join(', ')})
    and r.state in ('requested', 'sending', 'unknown', 'sent', 'completed', 'failed'))
  or exists (select from chargebacks c where c.purchase_id = p.id and c.entry_id is not null and c.won_entry_id is null)`

const RIGHTS = PRODUCT_KINDS.flatMap((kind) => {
  const { rights } = PRODUCT_INVARIANTS[kind]
  return rights ? [{ kind, ...rights }] : []
})
type Rights = (typeof RIGHTS)[number]

/** The rights of all products to which a condition applies, as `kind`, `id`, `purchase_id`, `holder` and whether they may end unpaid. */
function rightsWhere(condition: (rights: Rights) => string): string {
  return RIGHTS.map(
    (
      one,
    ) => `select '${one.kind}' as kind, r.id, r.purchase_id, r.${one.holder} as holder, (${one.lawful ?? 'false'}) as lawful
      from ${one.table} r where ${condition(one)}`,
  ).join(' union all ')
}

const GRANTED = RIGHTS.map(
  ({ kind, table }) => `when '${kind}' then exists (select from ${table} r where r.purchase_id = p.id)`,
).join(' ')

/** Everybody's access and rights, against what was paid or granted. */
export const RIGHT_INVARIANTS: Invariant[] = [
  {
    id: 'I5',
    name: 'rights-are-paid',
    description: 'every active right has a completed purchase of its kind by its holder, or a grant',
    sql: `with rights as (
        ${rightsWhere(({ active }) => active)}
      )
      select r.kind || ' ' || r.id as subject, 'its purchase is ' || coalesce(p.kind || ', ' || p.state, 'missing') as detail
        from rights r left join purchases p on p.id = r.purchase_id
        where p.id is null or p.state <> 'completed' or p.kind <> r.kind or p.buyer_id is distinct from r.holder
      union all
      select r.kind || ' ' || r.id, 'it is active after a refund' from rights r join purchases p on p.id = r.purchase_id
        where ${ENDED}
      ${alsoOf('unfounded')}`,
  },
  {
    id: 'I5',
    name: 'rights-match-payments',
    description: 'no paid right was ended without a refund',
    sql: `with ended as (
        ${rightsWhere(({ ended }) => ended)}
      )
      select r.kind || ' ' || r.id as subject, 'it was ended, and nothing of its money went back' as detail
        from ended r join purchases p on p.id = r.purchase_id where not r.lawful and not (${ENDED})`,
  },
  {
    id: 'I5',
    name: 'purchases-are-paid',
    description: 'every completed purchase was paid: by a settled charge, from a balance, or at a price of zero',
    sql: `select p.id::text as subject, p.kind || ' is completed and ' || p.paid_from || ' paid nothing' as detail from purchases p
        where p.state = 'completed' and case p.paid_from
          when 'gateway' then not exists (
            select from transactions t join gateway_charges c on c.transaction_id = t.id and c.outcome = 'settled' where t.purchase_id = p.id)
          when 'nothing' then p.amount_minor <> 0
          else not exists (select from journal_entries e where e.idempotency_key = 'purchase:' || p.id) end`,
  },
  {
    id: 'I5',
    name: 'payments-grant-rights',
    description: 'every completed purchase was granted',
    sql: `select p.id::text as subject, p.kind || ' was paid and nothing was given' as detail from purchases p
        where p.state = 'completed' and not case p.kind ${GRANTED} else true end
      union all
      select c.gateway || ':' || c.provider_id, 'it is settled and its purchase is ' || p.state
        from gateway_charges c join transactions t on t.id = c.transaction_id join purchases p on p.id = t.purchase_id
        where c.outcome = 'settled' and p.state <> 'completed'`,
  },
  {
    id: 'I5',
    name: 'grants-are-authorised',
    description: 'every grant of full access has a person who gave it and a reason',
    sql: `select a.id::text as subject, 'it names no person who gave it' as detail from user_access a
        where a.revoked_at is null and a.granted_by is null and a.reason not like 'demo data: %'
      union all
      select a.id::text, 'it was given by a person who is not staff' from user_access a
        where a.revoked_at is null and a.granted_by is not null
          and not exists (select from staff_members m where m.profile_id = a.granted_by)
          and not exists (select from profiles g where g.id = a.granted_by and g.user_type = 'owner')`,
  },
]
