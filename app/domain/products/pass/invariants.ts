import type { ProductInvariants } from '../product.ts'

export const passInvariants: ProductInvariants = {
  rights: {
    table: 'subscriptions',
    holder: 'user_id',
    active: "r.status = 'active'",
    ended: "r.status <> 'active'",
    endsAt: 'expires_at',
    evidence: { name: 'Pass', from: 'starts_at', until: 'expires_at' },
  },
  unearned: {
    purpose: 'deferred_pass_revenue',
    description: 'the unearned revenue of passes is what they have not earned and what they keep, minus refunds',
    owed: `select currency, sum(owed) as owed from (
        select 'UGX'::char(3) as currency, deferred_minor - earned_minor + kept_minor - refunded_minor as owed from subscriptions where deferred_minor is not null
        union all
        select p.currency, p.amount_minor from subscriptions s join purchases p on p.id = s.purchase_id
          where s.status = 'active' and s.deferred_minor is null
      ) rows group by 1`,
  },
}
